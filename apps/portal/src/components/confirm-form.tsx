import { ConfirmModal, type ConfirmModalProps } from '@portal/ui';
import type { ReactNode } from 'react';
import type { ErrorAlertProps } from './error-alert.tsx';
import { NewLoginAlert } from './new-login-alert.tsx';

export interface ConfirmFormProps extends Pick<
  ConfirmModalProps,
  'title' | 'confirmLabel' | 'confirmVariant' | 'loading' | 'loadingText' | 'fallbackFocus'
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
      error={<NewLoginAlert error={error} onLogIn={onLogIn} />}
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
