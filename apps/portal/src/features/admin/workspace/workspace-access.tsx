import type { WorkspaceForStaff } from '@portal/contract';
import { Button, ErrorBox } from '@portal/ui';
import { useQuarantineWorkspaceMutation } from '../../../api/staff.api.ts';
import { FailureBox, type FailureBoxProps } from '../../../requests/failure-box.tsx';
import { LockTerms } from '../lock-outs/lock-terms.tsx';
import { quarantineOf, type Lock } from '../lock-outs/locks.ts';
import { DeletedWorkspace } from '../deleted-workspace.tsx';

export interface WorkspaceAccessProps {
  workspace: WorkspaceForStaff;
  onChangeQuarantine: () => void;
}

/** Why nobody gets into a workspace, and the way back. */
export function WorkspaceAccess({ workspace, onChangeQuarantine }: WorkspaceAccessProps) {
  const { workspaceId, displayName, deletedAt, restorableUntil } = workspace;
  const quarantine = quarantineOf(workspace);
  const [change, changing] = useQuarantineWorkspaceMutation();
  const { isSuccess: isOpened } = changing;
  if (deletedAt === null && !quarantine && !isOpened) return null;
  return (
    <div className="grid gap-3">
      {deletedAt !== null && (
        <DeletedWorkspace workspaceId={workspaceId} deletedAt={deletedAt} restorableUntil={restorableUntil} />
      )}
      {quarantine && (
        <Quarantined
          lock={quarantine}
          lifting={changing}
          onLift={() => void change({ params: { workspaceId }, body: { isQuarantined: false } })}
          onChange={() => {
            changing.reset();
            onChangeQuarantine();
          }}
        />
      )}
      {!quarantine && isOpened && <ErrorBox tone="info" message={`${displayName} is no longer quarantined.`} />}
    </div>
  );
}

interface QuarantinedProps {
  lock: Lock;
  lifting: { readonly error?: FailureBoxProps['error']; readonly isLoading: boolean };
  onLift: () => void;
  onChange: () => void;
}

function Quarantined({ lock, lifting, onLift, onChange }: QuarantinedProps) {
  return (
    <>
      <FailureBox error={lifting.error} title="Nothing was changed" />
      <ErrorBox
        title="Quarantined: it is closed to its members, and its API tokens are refused."
        message={<LockTerms {...lock} />}
        action={
          <>
            <Button size="sm" aria-label="Change the quarantine" onClick={onChange}>
              Change...
            </Button>
            <Button size="sm" loading={lifting.isLoading} loadingText="Unquarantining..." onClick={onLift}>
              Unquarantine
            </Button>
          </>
        }
      />
    </>
  );
}
