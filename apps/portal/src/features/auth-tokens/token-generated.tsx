import { Button, CopyField, ErrorBox, Modal } from '@portal/ui';

export interface TokenGeneratedProps {
  secret: string | undefined;
  onClose: () => void;
  /** Where the focus goes afterwards: Enter took it from the field, and a field that is left empty shows an error. */
  finalFocus: () => HTMLElement | null;
}

/** Shows a new token's secret, the only time there is; only its own button closes it. */
export function TokenGenerated({ secret, onClose, finalFocus }: TokenGeneratedProps) {
  return (
    <Modal
      open={secret !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      dismissable={false}
      finalFocus={finalFocus}
      size="lg"
      title="Token Generated"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-4">
        <ErrorBox
          tone="warning"
          message="We are only showing you the value of this token once. Store it somewhere secure, please."
        />
        <CopyField label="API token" value={secret ?? ''} mono copyLabel="Copy token" copiedLabel="Token copied!" />
      </div>
    </Modal>
  );
}
