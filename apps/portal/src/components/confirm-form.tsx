import { Button, ConfirmModal, type ConfirmModalProps } from '@portal/ui';
import type { ReactNode } from 'react';
import { toRequestError } from '../api/request-error.ts';
import { ErrorAlert, type ErrorAlertProps } from './error-alert.tsx';

export interface ConfirmFormProps extends Pick<
  ConfirmModalProps,
  'title' | 'confirmLabel' | 'confirmVariant' | 'loading' | 'loadingText'
> {
  error: ErrorAlertProps['error'];
  onSubmit: () => unknown;
  /** Starts the new login that the API may require. */
  onLogIn: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A confirmation dialog with a form in it, for actions that may require a new login. */
export function ConfirmForm({ error, onSubmit, onLogIn, onClose, children, ...modal }: ConfirmFormProps) {
  return (
    <ConfirmModal
      {...modal}
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      error={
        <ErrorAlert
          error={error}
          action={
            toRequestError(error)?.type === 'FreshLoginRequired' && (
              <Button size="sm" onClick={onLogIn}>
                Log in again
              </Button>
            )
          }
        />
      }
      onConfirm={() => void onSubmit()}
    >
      <form
        noValidate
        className="form-rows"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
      </form>
    </ConfirmModal>
  );
}
