import { restoreWindowDays } from '@portal/contract';
import { Button, Alert, Timestamp } from '@portal/ui';
import { useRestoreWorkspaceMutation } from '../../../api/admin.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';

export interface DeletedWorkspaceNoticeProps {
  workspaceId: string;
  deletedAt: string;
  /** Null once the restore period is over. */
  restorableUntil: string | null;
}

/** Offers to restore a deleted workspace during its restore period. */
export function DeletedWorkspaceNotice({ workspaceId, deletedAt, restorableUntil }: DeletedWorkspaceNoticeProps) {
  const [restore, { error, isLoading }] = useRestoreWorkspaceMutation();
  return (
    <>
      <ErrorAlert error={error} title="The workspace was not restored" />
      <Alert
        tone="warning"
        title="Deleted: members have no access, and its API tokens are revoked."
        message={
          <>
            Deleted <Timestamp date={deletedAt} />.
            {restorableUntil === null ? (
              <span>{` It can no longer be restored, because the ${restoreWindowDays} days are over.`}</span>
            ) : (
              <span>
                {' '}
                It can be restored until <Timestamp date={restorableUntil} relative="disabled" showTime="minutes" />.
                Its tokens stay revoked, and its webhooks are paused.
              </span>
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
              Restore workspace
            </Button>
          )
        }
      />
    </>
  );
}
