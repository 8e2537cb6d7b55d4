import { restoreEnd, type OwnedWorkspace } from '@portal/contract';
import { CopyableText, Fact, Facts, Timestamp, useKeptFocus, useMinuteClock } from '@portal/ui';
import { DeletedWorkspace } from '../deleted-workspace.tsx';
import { quarantineOf } from '../lock-outs/locks.ts';

/** What else there is to know of a workspace, and the way back for a deleted one. */
export function WorkspaceState({ workspace }: { workspace: OwnedWorkspace }) {
  const { workspaceId, ownerId, createdAt, deletedAt } = workspace;
  const now = new Date(useMinuteClock());
  const quarantine = quarantineOf(workspace);
  useKeptFocus(`${deletedAt}`);
  return (
    <div className="grid gap-3 border-t border-line px-5 py-4">
      <Facts>
        <Fact name="User ID">
          <CopyableText text={ownerId} label="Copy user ID of the owner" />
        </Fact>
        <Fact name="Created">
          <Timestamp date={createdAt} />
        </Fact>
        {quarantine && (
          <Fact name="Quarantined">
            <Timestamp date={quarantine.since} />
            {quarantine.by && ` by ${quarantine.by.email}`}: {quarantine.reason ?? 'no reason given'}
          </Fact>
        )}
      </Facts>
      {deletedAt !== null && (
        <DeletedWorkspace
          workspaceId={workspaceId}
          deletedAt={deletedAt}
          restorableUntil={restoreEnd(deletedAt, now)}
        />
      )}
    </div>
  );
}
