import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { TextField } from '../form/text-field.tsx';
import { CopyableText } from '../text/copyable-text.tsx';
import { Modal } from './modal.tsx';

export interface ConfirmModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children?: ReactNode;
  /** Text that the user must type to enable the button. Without it the button is enabled. */
  confirmationText?: string | undefined;
  /** Accepts the text in upper or lower case, for example an email address. */
  ignoreCase?: boolean | undefined;
  /** Whether the text is typed already when the dialog opens, because the user typed it before a login. */
  initiallyTyped?: boolean | undefined;
  /** The label of the confirmation input. */
  confirmationLabel?: string | undefined;
  confirmLabel: string;
  confirmVariant?: 'destructive' | 'primary' | undefined;
  cancelLabel?: string | undefined;
  /** Whether the consequences are still loading. The button waits for them, so that the user can read what ends. */
  pending?: boolean | undefined;
  loading?: boolean | undefined;
  loadingText?: string | undefined;
  error?: ReactNode;
  onConfirm: () => void;
  /** See `ModalProps`. */
  fallbackFocus?: (() => HTMLElement | undefined) | undefined;
}

/** Asks for confirmation of an action that can't be undone. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { open, onOpenChange, title, children, confirmationText, confirmLabel, cancelLabel = 'Cancel', error } = props;
  const [typed, setTyped] = useState(props.initiallyTyped ? (confirmationText ?? '') : '');
  const [hasMismatch, setHasMismatch] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    setTyped('');
    setHasMismatch(false);
  }
  const normalise = (text: string) => (props.ignoreCase ? text.trim().toLowerCase() : text.trim());
  const isConfirmed = confirmationText === undefined || normalise(typed) === normalise(confirmationText);
  const confirm = () => {
    if (isConfirmed && !props.pending && !props.loading) props.onConfirm();
  };
  return (
    <Modal
      open={open}
      onOpenChange={(next) => {
        if (!props.loading) onOpenChange(next);
      }}
      title={title}
      fallbackFocus={props.fallbackFocus}
      actions={
        <>
          <Button disabled={props.loading} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button
            variant={props.confirmVariant ?? 'destructive'}
            disabled={!isConfirmed || props.pending}
            loading={props.loading}
            loadingText={props.loadingText}
            onClick={confirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error}
        {children && <div className="wrap-anywhere">{children}</div>}
        {confirmationText !== undefined && (
          <div>
            <TextField
              label={props.confirmationLabel ?? `Type "${confirmationText}" to confirm`}
              value={typed}
              ref={input}
              onChange={(text) => {
                setTyped(text);
                setHasMismatch(false);
              }}
              onEnter={() => {
                // Enter blurs the field, which would move the focus out of the dialog.
                input.current?.focus();
                setHasMismatch(!isConfirmed);
                confirm();
              }}
              error={hasMismatch ? 'The text does not match' : undefined}
              autoComplete="off"
              compact
            />
            <div className="mt-1">
              <CopyableText text={confirmationText} label="Copy text" />
            </div>
          </div>
        )}
      </div>
    </Modal>
  );
}
