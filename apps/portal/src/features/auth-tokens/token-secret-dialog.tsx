import { Alert, Button, CopyField, Modal } from '@portal/ui';
import { useState } from 'react';
import { UnsavedChangesDialog } from '../../components/form/unsaved-changes.tsx';

export interface TokenSecretDialogProps {
  secret: string | undefined;
  onClose: () => void;
  /** The element to focus after the dialog closes. Not a field, because an empty field shows an error on blur. */
  finalFocus: () => HTMLElement | null;
}

/**
 * Shows the secret of a new token, once. Until the secret is copied, Close and a navigation ask for confirmation, and
 * Escape shows a hint. A click outside the dialog does not close it.
 */
export function TokenSecretDialog({ secret, onClose, finalFocus }: TokenSecretDialogProps) {
  const [copied, setCopied] = useState(false);
  const [triedEscape, setTriedEscape] = useState(false);
  const isCopied = secret === undefined || copied;
  const close = () => {
    setCopied(false);
    setTriedEscape(false);
    onClose();
  };
  return (
    <>
      <Modal
        open={secret !== undefined}
        onOpenChange={(open) => {
          if (!open) close();
        }}
        dismissable={false}
        onEscape={isCopied ? close : () => setTriedEscape(true)}
        finalFocus={finalFocus}
        size="lg"
        title="Token Generated"
        actions={
          <>
            <p role="status" className="mr-auto self-center text-secondary">
              {triedEscape && !isCopied && 'Copy the token first, or click Close twice.'}
            </p>
            <Button confirmClick={!isCopied} confirmText="Not copied yet. Click again to close" onClick={close}>
              Close
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <Alert
            tone="warning"
            message="We are only showing you the value of this token once. Store it somewhere secure, please."
          />
          <CopyField
            label="API token"
            value={secret ?? ''}
            mono
            copyLabel="Copy token"
            copiedLabel="Token copied!"
            onCopied={() => setCopied(true)}
          />
        </div>
      </Modal>
      {isCopied ? (
        <UnsavedChangesDialog when={false} />
      ) : (
        <UnsavedChangesDialog when title="Leave without copying the token?">
          You haven’t copied the new token. It won’t be shown again.
        </UnsavedChangesDialog>
      )}
    </>
  );
}
