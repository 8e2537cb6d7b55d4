import { restoreDays } from '@portal/contract';
import { Button, ErrorBox, Timestamp } from '@portal/ui';
import { useRestoreWorkspaceMutation } from '../../api/staff.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';

export interface DeletedWorkspaceProps {
  workspaceId: string;
  deletedAt: string;
  /** Null once it is too late. */
  restorableUntil: string | null;
}

/** Says what became of a deleted workspace, with the way back while there is one. */
export function DeletedWorkspace({ workspaceId, deletedAt, restorableUntil }: DeletedWorkspaceProps) {
  const [restore, { error, isLoading }] = useRestoreWorkspaceMutation();
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
        action={
          restorableUntil !== null && (
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
          )
        }
      />
    </>
  );
}
