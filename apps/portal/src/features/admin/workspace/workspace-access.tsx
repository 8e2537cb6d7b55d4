import type { WorkspaceForStaff } from '@portal/contract';
import { Button, ErrorBox } from '@portal/ui';
import { useQuarantineWorkspaceMutation } from '../../../api/staff.api.ts';
import { FailureBox } from '../../../requests/failure-box.tsx';
import { LockTerms } from '../lock-outs/lock-terms.tsx';
import { quarantineOf, type Lock } from '../lock-outs/locks.ts';
import { DeletedWorkspace } from '../deleted-workspace.tsx';

export interface WorkspaceAccessProps {
  workspace: WorkspaceForStaff;
  onChangeQuarantine: () => void;
}

/** Why nobody gets into a workspace, and the way back. */
export function WorkspaceAccess({ workspace, onChangeQuarantine }: WorkspaceAccessProps) {
  const { workspaceId, deletedAt, restorableUntil } = workspace;
  const quarantine = quarantineOf(workspace);
  if (deletedAt === null && !quarantine) return null;
  return (
    <div className="grid gap-3">
      {deletedAt !== null && (
        <DeletedWorkspace workspaceId={workspaceId} deletedAt={deletedAt} restorableUntil={restorableUntil} />
      )}
      {quarantine && <Quarantined workspaceId={workspaceId} lock={quarantine} onChange={onChangeQuarantine} />}
    </div>
  );
}

interface QuarantinedProps {
  workspaceId: string;
  lock: Lock;
  onChange: () => void;
}

function Quarantined({ workspaceId, lock, onChange }: QuarantinedProps) {
  const [change, { error, isLoading }] = useQuarantineWorkspaceMutation();
  const undo = () => void change({ params: { workspaceId }, body: { isQuarantined: false } });
  return (
    <>
      <FailureBox error={error} title="Nothing was changed" />
      <ErrorBox
        title="Quarantined: it is closed to its members, and its API tokens are refused."
        message={<LockTerms {...lock} />}
        action={
          <>
            <Button size="sm" aria-label="Change the quarantine" onClick={onChange}>
              Change...
            </Button>
            <Button size="sm" loading={isLoading} loadingText="Unquarantining..." onClick={undo}>
              Unquarantine
            </Button>
          </>
        }
      />
    </>
  );
}
