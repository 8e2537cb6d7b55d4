import { mayEditWorkspace, type Workspace } from '@portal/contract';
import { Badge, Button, Card } from '@portal/ui';
import { useFeatureFlag } from '../../api/feature-flags.api.ts';
import { useSetApprovalsMutation } from '../../api/workspaces.api.ts';
import { whilePending } from '../../navigation/leave-guard.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { Place } from './place-left.tsx';
import { useRefreshInstance } from './refresh-instance.ts';
import { RefreshWaits } from './refresh-waits.tsx';

const flag = 'approvals-opt-in-out';

export function ApprovalsBadge({ workspace }: { workspace: Workspace }) {
  if (!useFeatureFlag(flag)) return null;
  return workspace.approvalsEnabled ? (
    <Badge tone="success">Approvals enabled</Badge>
  ) : (
    <Badge>Approvals disabled</Badge>
  );
}

/** Turns approvals on and off, where the flag lets people choose. */
export function Approvals({ workspace }: { workspace: Workspace }) {
  const isShown = useFeatureFlag(flag);
  const [setApprovals, { error, isLoading }] = useSetApprovalsMutation();
  const instance = useRefreshInstance(workspace, { place: 'Approvals', isBusy: isLoading });
  if (!isShown) return null;

  const { id: workspaceId, role, approvalsEnabled } = workspace;
  const mayEdit = mayEditWorkspace(role);
  const toggle = async () => {
    const body = { approvalsEnabled: !approvalsEnabled };
    const result = await whilePending(() => setApprovals({ params: { workspaceId }, body }));
    if (!result.error) instance.refresh();
  };
  return (
    <Place workspaceId={workspaceId} name="Approvals">
      <Card
        title="Approvals"
        description={
          approvalsEnabled
            ? 'Changes in this workspace wait for an approver.'
            : 'Changes in this workspace take effect without an approver.'
        }
      >
        <div className="grid justify-items-start gap-3">
          <FailureBox error={error} title="Approvals were not changed" />
          <RefreshWaits of={instance} />
          <Button disabled={!mayEdit} loading={isLoading} loadingText="Applying..." onClick={() => void toggle()}>
            {approvalsEnabled ? 'Disable Workspace Approvals' : 'Enable Workspace Approvals'}
          </Button>
          {!mayEdit && <p className="text-sm text-secondary">Only the owner can change this.</p>}
        </div>
      </Card>
    </Place>
  );
}
