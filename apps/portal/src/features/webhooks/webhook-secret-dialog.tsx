import { Alert, Button, CopyField, Modal } from '@portal/ui';
import { useState } from 'react';
import { SiteLink } from '../../components/site-link.tsx';

/** Shows the secret of a webhook, once. Until it is copied, Close asks for confirmation. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Modal
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      dismissable={false}
      onEscape={() => {
        if (isCopied) onClose();
      }}
      title="Secret of the webhook"
      actions={
        <Button confirmClick={!isCopied} confirmText="Not copied yet. Click again to close" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-4">
        <Alert
          tone="warning"
          message={
            <>
              We only show the secret once. The receiver verifies the signature of each event with it, for example by a{' '}
              <SiteLink url="https://www.standardwebhooks.com" className="underline underline-offset-3">
                library of Standard Webhooks
              </SiteLink>
              .
            </>
          }
        />
        <CopyField
          label="Secret"
          value={secret}
          mono
          copyLabel="Copy secret"
          copiedLabel="Secret copied!"
          onCopied={() => setCopied(true)}
        />
      </div>
    </Modal>
  );
}
