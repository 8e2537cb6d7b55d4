import type { AuthToken, CreatedAuthToken } from '@portal/contract';
import { Alert, Button, CopyField, formatDateTime, Icon, Modal } from '@portal/ui';
import { useState } from 'react';
import { useUser } from '../../api/session.api.ts';
import { FirstRequest } from '../../components/first-request/first-request.tsx';
import { useFirstRequest } from '../../components/first-request/use-first-request.ts';
import { UnsavedChangesDialog } from '../../components/form/unsaved-changes.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { useSettings } from '../../lib/settings-context.ts';
import { CodeSampleTabs } from './code-sample-tabs.tsx';
import { tokenName } from './token-columns.tsx';

/** A new token, with the name of the service account that it acts as, if it was one of several. */
export interface NewSecret extends CreatedAuthToken {
  readonly serviceAccount?: string | null;
}

export interface TokenSecretDialogProps {
  created: NewSecret | undefined;
  workspaceId: string;
  /** How many secrets follow after this one. */
  remaining?: number | undefined;
  onClose: () => void;
  /** The element to focus after the dialog closes. Default: the one that had the focus before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/**
 * Shows the secret of a new token, once. Until the secret is copied, Close and a navigation ask for confirmation, and
 * Escape shows a hint. A click outside the dialog does not close it.
 */
export function TokenSecretDialog({
  created,
  workspaceId,
  remaining = 0,
  onClose,
  finalFocus,
}: TokenSecretDialogProps) {
  const [copied, setCopied] = useState(false);
  const [triedEscape, setTriedEscape] = useState(false);
  const isCopied = created === undefined || copied;
  const close = () => {
    setCopied(false);
    setTriedEscape(false);
    onClose();
  };
  return (
    <>
      <Modal
        open={created !== undefined}
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
            <p role="status" className="mr-auto flex items-center gap-2 self-center font-medium text-warning">
              {triedEscape && !isCopied && (
                <>
                  <Icon name="alert-triangle" className="text-warning-icon" />
                  Copy the token first, or click Close twice.
                </>
              )}
            </p>
            <Button confirmClick={!isCopied} confirmText="Not copied yet. Click again to close" onClick={close}>
              {remaining > 0 ? `Next token (${remaining} left)` : 'Close'}
            </Button>
          </>
        }
      >
        <NewToken created={created} workspaceId={workspaceId} onCopied={() => setCopied(true)} />
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

const describeExpiry = ({ expiresAt }: AuthToken) =>
  expiresAt === null ? 'never expires.' : `expires ${formatDateTime(new Date(expiresAt))}.`;

interface NewTokenProps extends Pick<TokenSecretDialogProps, 'created' | 'workspaceId'> {
  onCopied: () => void;
}

/** For new users, who run the command while the secret is shown. */
const FirstRequestOf = (token: { workspaceId: string; tokenId: string }) => (
  <FirstRequest state={useFirstRequest(token)} />
);

/** Without a token it keeps its height, for the closing animation. */
function NewToken({ created, workspaceId, onCopied }: NewTokenProps) {
  const { authApiUrl, apiReferenceUrl } = useSettings();
  const { showsFirstSteps } = useUser().onboardingDetails;
  return (
    <div className="grid gap-4">
      <Alert
        tone="warning"
        message="We are only showing you the value of this token once. Store it somewhere secure, please."
      />
      <p className="min-h-5 wrap-anywhere">
        {created && (
          <span>
            <strong translate="no" className="text-strong">
              {tokenName(created.authToken)}
            </strong>{' '}
            {created.serviceAccount && (
              <>
                acts as <span translate="no">{created.serviceAccount}</span> and{' '}
              </>
            )}
            {describeExpiry(created.authToken)}
          </span>
        )}
      </p>
      <CopyField
        label="API token"
        value={created?.token ?? ''}
        mono
        copyLabel="Copy token"
        copiedLabel="Token copied!"
        onCopied={onCopied}
      />
      {created && showsFirstSteps && <FirstRequestOf workspaceId={workspaceId} tokenId={created.authToken.id} />}
      <CodeSampleTabs authApiUrl={authApiUrl} workspaceId={workspaceId} scopes={created?.authToken.scopes ?? []} />
      {apiReferenceUrl && (
        <p>
          <SiteLink url={apiReferenceUrl} className="text-link">
            API reference
          </SiteLink>
        </p>
      )}
    </div>
  );
}
