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
  /** What has to be typed before the button works; without it the button works at once. */
  expected?: string | undefined;
  /** The label over the box to type into. */
  expectedLabel?: string | undefined;
  confirmLabel: string;
  /** How grave the button looks. */
  confirmVariant?: 'destructive' | 'primary' | undefined;
  cancelLabel?: string | undefined;
  loading?: boolean | undefined;
  loadingText?: string | undefined;
  error?: ReactNode;
  onConfirm: () => void;
}

/** Asks before something that can't be undone. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { open, onOpenChange, title, children, expected, confirmLabel, cancelLabel = 'Cancel', error } = props;
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    setTyped('');
    setRefused(false);
  }
  const ready = expected === undefined || typed.trim() === expected.trim();
  const confirm = () => {
    if (ready && !props.loading) props.onConfirm();
  };
  return (
    <Modal
      open={open}
      onOpenChange={(next) => {
        if (!props.loading) onOpenChange(next);
      }}
      title={title}
      actions={
        <>
          <Button disabled={props.loading} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button
            variant={props.confirmVariant ?? 'destructive'}
            disabled={!ready}
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
        {expected !== undefined && (
          <div>
            <TextField
              label={props.expectedLabel ?? `Type "${expected}" to confirm`}
              value={typed}
              ref={box}
              onChange={(text) => {
                setTyped(text);
                setRefused(false);
              }}
              onEnter={() => {
                // Enter took it from the box, and with it from the dialog.
                box.current?.focus();
                setRefused(!ready);
                confirm();
              }}
              error={isRefused ? 'It has to be the same, letter by letter' : undefined}
              autoComplete="off"
              compact
            />
            <div className="mt-1">
              <CopyableText text={expected} label="Copy what to type" />
            </div>
          </div>
        )}
      </div>
    </Modal>
  );
}
