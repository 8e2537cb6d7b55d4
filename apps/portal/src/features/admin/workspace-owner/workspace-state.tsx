import { mayBeRestored, restoreDays, type OwnedWorkspace } from '@portal/contract';
import { CopyableText, Fact, Facts, Timestamp } from '@portal/ui';
import { FailureBox } from '../../../requests/failure-box.tsx';
import { useRestore } from '../restore.tsx';

/** What else there is to know of a workspace, and the way back for a deleted one. */
export function WorkspaceState({ workspace }: { workspace: OwnedWorkspace }) {
  const { ownerId, createdAt, deletedAt, quarantinedAt, quarantineReason, quarantinedBy } = workspace;
  return (
    <div className="grid gap-3 border-t border-line px-5 py-4">
      <Facts>
        <Fact name="User ID">
          <CopyableText text={ownerId} label="Copy user ID of the owner" />
        </Fact>
        <Fact name="Created">
          <Timestamp date={createdAt} />
        </Fact>
        {quarantinedAt !== null && (
          <Fact name="Quarantined">
            <Timestamp date={quarantinedAt} />
            {quarantinedBy && ` by ${quarantinedBy.email}`}: {quarantineReason ?? 'no reason given'}
          </Fact>
        )}
        {deletedAt !== null && (
          <Fact name="Deleted">
            <Timestamp date={deletedAt} />
          </Fact>
        )}
      </Facts>
      {deletedAt !== null && <Restore workspaceId={workspace.workspaceId} deletedAt={deletedAt} />}
    </div>
  );
}

function Restore({ workspaceId, deletedAt }: { workspaceId: string; deletedAt: string }) {
  const { button, error } = useRestore(workspaceId);
  if (!mayBeRestored(deletedAt, new Date())) {
    return <p className="text-secondary">It can no longer be restored: that is possible for {restoreDays} days.</p>;
  }
  return (
    <>
      <FailureBox error={error} title="The workspace was not restored" />
      <div>{button}</div>
    </>
  );
}
