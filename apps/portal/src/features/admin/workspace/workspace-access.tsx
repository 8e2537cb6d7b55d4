import { restoreDays, type WorkspaceForStaff } from '@portal/contract';
import { Button, ErrorBox, Timestamp } from '@portal/ui';
import { useQuarantineWorkspaceMutation } from '../../../api/staff.api.ts';
import { FailureBox } from '../../../requests/failure-box.tsx';
import { LockTerms } from '../lock-outs/lock-terms.tsx';
import { useRestore } from '../restore.tsx';

/** Why nobody gets into a workspace, and the way back. */
export function WorkspaceAccess({ workspace }: { workspace: WorkspaceForStaff }) {
  if (workspace.deletedAt === null && workspace.quarantinedAt === null) return null;
  return (
    <div className="grid gap-3">
      {workspace.deletedAt !== null && <Deleted {...workspace} deletedAt={workspace.deletedAt} />}
      {workspace.quarantinedAt !== null && <Quarantined {...workspace} quarantinedAt={workspace.quarantinedAt} />}
    </div>
  );
}

function Deleted({ workspaceId, deletedAt, restorableUntil }: WorkspaceForStaff & { deletedAt: string }) {
  const { button, error } = useRestore(workspaceId);
  return (
    <>
      <FailureBox error={error} title="The workspace was not restored" />
      <ErrorBox
        tone="warning"
        title="Deleted: nobody sees it, and its API tokens are revoked."
        message={
          <>
            It was deleted <Timestamp date={deletedAt} />
            {restorableUntil === null ? (
              `, and can no longer be restored: that is possible for ${restoreDays} days.`
            ) : (
              <>
                {' '}
                and can be restored until <Timestamp date={restorableUntil} relative="disabled" showTime />. Its tokens
                stay revoked.
              </>
            )}
          </>
        }
        action={restorableUntil !== null && button}
      />
    </>
  );
}

function Quarantined({
  workspaceId,
  quarantinedAt,
  quarantineReason,
  quarantinedBy,
}: WorkspaceForStaff & { quarantinedAt: string }) {
  const [change, { error, isLoading }] = useQuarantineWorkspaceMutation();
  const undo = () => void change({ params: { workspaceId }, body: { isQuarantined: false } });
  return (
    <>
      <FailureBox error={error} title="Nothing was changed" />
      <ErrorBox
        title="Quarantined: it is closed to its members, and its API tokens are refused."
        message={<LockTerms since={quarantinedAt} until={null} reason={quarantineReason} by={quarantinedBy} />}
        action={
          <Button size="sm" loading={isLoading} loadingText="Unquarantining..." onClick={undo}>
            Unquarantine
          </Button>
        }
      />
    </>
  );
}
