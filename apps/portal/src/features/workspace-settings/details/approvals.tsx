import { canEditWorkspace, type Workspace } from '@portal/contract';
import { Badge, Button, Card } from '@portal/ui';
import { useFeatureFlag } from '../../../api/feature-flags.api.ts';
import { useSetApprovalsMutation } from '../../../api/workspace-details.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { trackPending } from '../../../lib/leave-guard.ts';
import { PendingRefreshNotice, useInstanceRefresh } from './instance-refresh.tsx';
import { RestoredSection } from './instance-visit-state.tsx';
import type { ReportChange } from '../shared/report-change.ts';

const flag = 'approvals-opt-in-out';

/** Whether the portal shows the approvals of workspaces. */
export const useApprovalsShown = () => useFeatureFlag(flag) ?? false;

export function ApprovalsBadge({ workspace }: { workspace: Workspace }) {
  if (!useApprovalsShown()) return null;
  return workspace.approvalsEnabled ? (
    <Badge tone="success">Approvals enabled</Badge>
  ) : (
    <Badge>Approvals disabled</Badge>
  );
}

interface ApprovalsProps {
  workspace: Workspace;
  /** Reports what the user changed. */
  onChanged: ReportChange;
}

/** Turns approvals on and off, if the feature flag is enabled. */
export function Approvals({ workspace, onChanged }: ApprovalsProps) {
  const isShown = useApprovalsShown();
  const [setApprovals, { error, isLoading }] = useSetApprovalsMutation();
  const instanceRefresh = useInstanceRefresh(workspace, { section: 'Approvals', isPending: isLoading });
  if (!isShown) return null;

  const { id: workspaceId, role, approvalsEnabled } = workspace;
  const canEdit = canEditWorkspace(role);
  const toggle = async () => {
    const body = { approvalsEnabled: !approvalsEnabled };
    onChanged(undefined);
    const result = await trackPending(() => setApprovals({ params: { workspaceId }, body }));
    if (result.error) return;
    onChanged(body.approvalsEnabled ? 'Approvals are now enabled' : 'Approvals are now disabled');
    instanceRefresh.refresh();
  };
  return (
    <RestoredSection workspaceId={workspaceId} name="Approvals">
      <Card
        title="Approvals"
        headingLevel={3}
        flush
        actions={
          <Button disabled={!canEdit} loading={isLoading} loadingText="Applying..." onClick={() => void toggle()}>
            {approvalsEnabled ? 'Disable Workspace Approvals' : 'Enable Workspace Approvals'}
          </Button>
        }
        description={
          approvalsEnabled
            ? 'Changes in this workspace require approval.'
            : 'Changes in this workspace take effect without approval.'
        }
      >
        <div className="grid gap-3 px-5 pb-5 empty:hidden">
          <ErrorAlert error={error} title="Approvals were not changed" />
          <PendingRefreshNotice refresh={instanceRefresh} />
          {!canEdit && <p className="text-sm text-secondary">Only the owner can change this.</p>}
        </div>
      </Card>
    </RestoredSection>
  );
}
