import { roleLabels, workspaceTypes, type Workspace } from '@portal/contract';
import { Card, CopyableText, DescriptionItem, DescriptionList, Timestamp } from '@portal/ui';
import { useSettings } from '../../../lib/settings-context.ts';
import { useApprovalsShown } from '../details/approvals.tsx';

interface InstanceCardProps {
  workspace: Workspace;
  /** Null if the instance was never seen; undefined if that could not be loaded. */
  seenAt?: string | null;
}

/** Where the workspace runs, and when its instance last made a request. */
export function InstanceCard({ workspace, seenAt }: InstanceCardProps) {
  const settings = useSettings();
  const showsApprovals = useApprovalsShown();
  const { instanceUrl, instanceEnvType, role } = workspace;
  const type = workspaceTypes.find((entry) => entry.instanceEnvType === instanceEnvType);
  return (
    <Card title="Instance">
      <DescriptionList>
        <DescriptionItem name="URL">
          <CopyableText text={instanceUrl} label="Copy URL" />
        </DescriptionItem>
        <DescriptionItem name="Type">{type?.label(settings)}</DescriptionItem>
        {seenAt !== undefined && (
          <DescriptionItem name="Last seen">
            {seenAt === null ? 'Not yet' : <Timestamp date={seenAt} />}
          </DescriptionItem>
        )}
        {showsApprovals && (
          <DescriptionItem name="Approvals">{workspace.approvalsEnabled ? 'On' : 'Off'}</DescriptionItem>
        )}
        <DescriptionItem name="Your role">{roleLabels[role]}</DescriptionItem>
      </DescriptionList>
      {seenAt !== undefined && (
        <p className="mt-2 text-sm text-secondary">
          An instance is seen when a member logs in to it, and when it checks a session or an API token.
        </p>
      )}
    </Card>
  );
}
