import type { WorkspaceForStaff } from '@portal/contract';
import { Button, Alert } from '@portal/ui';
import { useQuarantineWorkspaceMutation } from '../../../api/admin.api.ts';
import { ErrorAlert, type ErrorAlertProps } from '../../../components/error-alert.tsx';
import { LockDetails } from '../account-locks/lock-details.tsx';
import { workspaceQuarantine, type ActiveLock } from '../account-locks/locks.ts';
import { DeletedWorkspaceNotice } from '../components/deleted-workspace-notice.tsx';

export interface WorkspaceStatusProps {
  workspace: WorkspaceForStaff;
  onChangeQuarantine: () => void;
}

/** Why members have no access to the workspace, with the actions to restore it. */
export function WorkspaceStatus({ workspace, onChangeQuarantine }: WorkspaceStatusProps) {
  const { workspaceId, displayName, deletedAt, restorableUntil } = workspace;
  const quarantine = workspaceQuarantine(workspace);
  const [change, changeState] = useQuarantineWorkspaceMutation();
  const { isSuccess: isLifted } = changeState;
  if (deletedAt === null && !quarantine && !isLifted) return null;
  return (
    <div className="grid gap-3">
      {deletedAt !== null && (
        <DeletedWorkspaceNotice workspaceId={workspaceId} deletedAt={deletedAt} restorableUntil={restorableUntil} />
      )}
      {quarantine && (
        <QuarantineNotice
          lock={quarantine}
          lifting={changeState}
          onLift={() => void change({ params: { workspaceId }, body: { isQuarantined: false } })}
          onChange={() => {
            changeState.reset();
            onChangeQuarantine();
          }}
        />
      )}
      {!quarantine && isLifted && <Alert tone="info" message={`${displayName} is no longer quarantined.`} />}
    </div>
  );
}

interface QuarantineNoticeProps {
  lock: ActiveLock;
  lifting: { readonly error?: ErrorAlertProps['error']; readonly isLoading: boolean };
  onLift: () => void;
  onChange: () => void;
}

function QuarantineNotice({ lock, lifting, onLift, onChange }: QuarantineNoticeProps) {
  return (
    <>
      <ErrorAlert error={lifting.error} title="No changes were made" />
      <Alert
        title="Quarantined: closed to its members, and its API tokens are rejected."
        message={<LockDetails {...lock} />}
        action={
          <>
            {/* First, so that on a narrow screen the prompt moves the other button and not itself. */}
            <Button
              size="sm"
              confirmClick
              aria-label="Unquarantine"
              loading={lifting.isLoading}
              loadingText="Unquarantining..."
              onClick={onLift}
            >
              Unquarantine
            </Button>
            <Button size="sm" aria-label="Change the quarantine" onClick={onChange}>
              Change...
            </Button>
          </>
        }
      />
    </>
  );
}
