import { Button, ConfirmModal, type ConfirmModalProps } from '@portal/ui';
import type { ReactNode } from 'react';
import { asFailure } from '../../../http/failure.ts';
import { FailureBox, type FailureBoxProps } from '../../../requests/failure-box.tsx';

export interface ConfirmFormProps extends Pick<
  ConfirmModalProps,
  'title' | 'confirmLabel' | 'confirmVariant' | 'loading' | 'loadingText'
> {
  error: FailureBoxProps['error'];
  onSubmit: () => unknown;
  /** Leads to a fresh login and back, where the API asks for one. */
  onLogIn: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before somebody is locked out, with what there is to say about it. */
export function ConfirmForm({ error, onSubmit, onLogIn, onClose, children, ...modal }: ConfirmFormProps) {
  return (
    <ConfirmModal
      {...modal}
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      error={
        <FailureBox
          error={error}
          action={
            asFailure(error)?.type === 'FreshLoginRequired' && (
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
