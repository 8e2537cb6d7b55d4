import type { AuthToken, AuthTokenActivity, Workspace } from '@portal/contract';
import { displayEmail, roleLabels } from '@portal/contract';
import { Button, ConfirmModal, SkeletonText, Timestamp, useRemovalFocus } from '@portal/ui';
import { useGetAuthTokenActivityQuery } from '../../api/auth-tokens.api.ts';
import { useMutationsById } from '../../api/cache/use-mutations-by-id.ts';
import { useCancelInvitationMutation } from '../../api/invitations.api.ts';
import { actionLabel } from '../../components/audit-actions.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { tokenName } from './token-columns.tsx';

interface RevokeDialogProps {
  workspace: Workspace;
  token: AuthToken;
  onRevoke: () => void;
  onClose: () => void;
}

/** Confirms the revocation of a token. If it was used, shows what it did, and its open invitations. */
export default function RevokeDialog({ workspace, token, onRevoke, onClose }: RevokeDialogProps) {
  const params = { workspaceId: workspace.id, tokenId: token.id };
  const isUsed = token.lastUsedAt !== null;
  const { data, error, refetch } = useGetAuthTokenActivityQuery(
    { params },
    { skip: !isUsed, refetchOnMountOrArgChange: true },
  );
  const isLoading = isUsed && !data && !error;
  const { rememberRow, fallbackFocus } = useRemovalFocus();
  return (
    <ConfirmModal
      open
      title={`Revoke “${tokenName(token)}”?`}
      confirmLabel="Revoke token"
      fallbackFocus={fallbackFocus}
      pending={isLoading}
      error={<ErrorAlert error={error} title="What the token did could not be loaded" onRetry={() => void refetch()} />}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      onConfirm={() => {
        rememberRow(token.id);
        onClose();
        onRevoke();
      }}
    >
      <div className="grid gap-4">
        <p>
          Programs that use the token stop working at once.{' '}
          {token.lastUsedAt === null ? (
            'It was never used.'
          ) : (
            <>
              It was last used <Timestamp date={token.lastUsedAt} />, accurate to a few minutes.
            </>
          )}
        </p>
        {token.replacedById !== null && (
          <p className="font-semibold text-strong">
            The token that replaced it still works. If this one has leaked, revoke that one, too.
          </p>
        )}
        {data && <Actions actions={data.actions} />}
        {data && data.invitationCount > 0 && <Invitations workspaceId={workspace.id} {...data} />}
        {isLoading && <SkeletonText lines={3} />}
      </div>
    </ConfirmModal>
  );
}

function Actions({ actions }: Pick<AuthTokenActivity, 'actions'>) {
  if (actions.length === 0) return <p className="text-secondary">It changed nothing in the last 30 days.</p>;
  return (
    <section aria-label="What it did in the last 30 days">
      <p className="font-semibold text-strong">What it did in the last 30 days</p>
      <ul className="mt-1 divide-y divide-line">
        {actions.map(({ action, count, lastAt }) => (
          <li key={action} className="flex flex-wrap justify-between gap-x-4 py-1">
            <span>
              {actionLabel(action)}
              {count > 1 && ` (${count} times)`}
            </span>
            <span className="text-sm text-secondary">
              <Timestamp date={lastAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface InvitationsProps extends Pick<AuthTokenActivity, 'invitations' | 'invitationCount'> {
  workspaceId: string;
}

function Invitations({ workspaceId, invitations, invitationCount }: InvitationsProps) {
  const [cancel] = useCancelInvitationMutation();
  const { errors, isPending, run } = useMutationsById();
  return (
    <section aria-label="Its open invitations">
      <p className="font-semibold text-strong">Its open invitations ({invitationCount})</p>
      <p className="text-secondary">They stay valid after the token is revoked.</p>
      <ul className="mt-1 divide-y divide-line">
        {invitations.map(({ id, email, role }) => (
          <li key={id} className="grid gap-2 py-1.5">
            <div className="flex items-center justify-between gap-4">
              <span className="min-w-0 wrap-anywhere">
                <span translate="no">{displayEmail(email)}</span>{' '}
                <span className="text-secondary">{roleLabels[role]}</span>
              </span>
              <Button
                size="sm"
                aria-label={`Cancel the invitation to ${displayEmail(email)}`}
                loading={isPending(id)}
                onClick={() => void run(id, () => cancel({ params: { workspaceId, invitationId: id } }))}
              >
                Cancel
              </Button>
            </div>
            <ErrorAlert error={errors.get(id)} title="The invitation was not cancelled" />
          </li>
        ))}
      </ul>
      {invitationCount > invitations.length && (
        <p className="mt-1 text-secondary">and {invitationCount - invitations.length} more</p>
      )}
    </section>
  );
}
