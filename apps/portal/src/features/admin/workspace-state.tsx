import { mayBeRestored, restoreDays, type OwnedWorkspace } from '@portal/contract';
import { Button, Timestamp } from '@portal/ui';
import type { ReactNode } from 'react';
import { useRestoreWorkspaceMutation } from '../../api/staff.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { CopyableId } from './copyable-id.tsx';

/** What else there is to know of a workspace, and the way back for a deleted one. */
export function WorkspaceState({ workspace }: { workspace: OwnedWorkspace }) {
  const { ownerId, createdAt, deletedAt, quarantinedAt, quarantineReason, quarantinedBy } = workspace;
  return (
    <div className="grid gap-3 border-t border-line px-5 py-4">
      <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-1">
        <Row name="User ID">
          <CopyableId id={ownerId} what="user ID of the owner" />
        </Row>
        <Row name="Created">
          <Timestamp date={createdAt} />
        </Row>
        {quarantinedAt !== null && (
          <Row name="Quarantined">
            <Timestamp date={quarantinedAt} />
            {quarantinedBy && ` by ${quarantinedBy.email}`}: {quarantineReason ?? 'no reason given'}
          </Row>
        )}
        {deletedAt !== null && (
          <Row name="Deleted">
            <Timestamp date={deletedAt} />
          </Row>
        )}
      </dl>
      {deletedAt !== null && <Restore workspaceId={workspace.workspaceId} deletedAt={deletedAt} />}
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-secondary">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Restore({ workspaceId, deletedAt }: { workspaceId: string; deletedAt: string }) {
  const [restore, { error, isLoading }] = useRestoreWorkspaceMutation();
  if (!mayBeRestored(deletedAt, new Date())) {
    return <p className="text-secondary">It can no longer be restored: that is possible for {restoreDays} days.</p>;
  }
  return (
    <>
      <FailureBox error={error} title="The workspace was not restored" />
      <div>
        <Button
          size="sm"
          icon="refresh"
          confirmClick
          loading={isLoading}
          loadingText="Restoring..."
          onClick={() => void restore({ params: { workspaceId } })}
        >
          Restore Workspace
        </Button>
      </div>
    </>
  );
}
