import { Button, CopyField, ErrorBox, Modal } from '@portal/ui';
import { useState } from 'react';
import { UnsavedChanges } from '../../forms/unsaved-changes.tsx';

export interface TokenGeneratedProps {
  secret: string | undefined;
  onClose: () => void;
  /** Where the focus goes afterwards: Enter took it from the field, and a field that is left empty shows an error. */
  finalFocus: () => HTMLElement | null;
}

/**
 * Shows a new token's secret, the only time there is. Its own button closes it, which asks again while the secret has
 * not been copied; so does the way to another page. Escape closes it once the secret was copied, and before that says
 * how; a click beside it never does.
 */
export function TokenGenerated({ secret, onClose, finalFocus }: TokenGeneratedProps) {
  const [copied, setCopied] = useState(false);
  const [escaped, setEscaped] = useState(false);
  const isCopied = secret === undefined || copied;
  const close = () => {
    setCopied(false);
    setEscaped(false);
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
        onEscape={isCopied ? close : () => setEscaped(true)}
        finalFocus={finalFocus}
        size="lg"
        title="Token Generated"
        actions={
          <>
            <p role="status" className="mr-auto self-center text-secondary">
              {escaped && !isCopied && 'Copy the token first, or press Close twice to go without it.'}
            </p>
            <Button confirmClick={!isCopied} confirmText="Not copied yet. Click again to close" onClick={close}>
              Close
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <ErrorBox
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
        <UnsavedChanges when={false} />
      ) : (
        <UnsavedChanges when title="Leave without the token?">
          The value of the new token is not copied yet, and is never shown again.
        </UnsavedChanges>
      )}
    </>
  );
}
