import { instanceEnvLabels, roleLabels, type Workspace } from '@portal/contract';
import { Card, CopyButton, DescriptionItem, DescriptionList, Timestamp, Truncate } from '@portal/ui';
import { hostOf } from '../../../lib/host-of.ts';
import { useApprovalsShown } from '../details/approvals.tsx';

interface InstanceCardProps {
  workspace: Workspace;
  /** Null if the instance has not been seen with its URL; undefined if that could not be loaded. */
  seenAt?: string | null;
}

/** Where the workspace runs, and when its instance last made a request. */
export function InstanceCard({ workspace, seenAt }: InstanceCardProps) {
  const showsApprovals = useApprovalsShown();
  const { instanceUrl, instanceEnvType, role } = workspace;
  return (
    <Card title="Instance">
      {/* As tall as while it loads. */}
      <div className={seenAt === undefined ? undefined : 'min-h-55'}>
        <DescriptionList>
          <DescriptionItem name="Host">
            <span className="flex min-w-0 items-center gap-1">
              <Truncate translate="no" className="font-mono text-xs" tooltip={instanceUrl}>
                {hostOf(instanceUrl)}
              </Truncate>
              <CopyButton text={instanceUrl} label="Copy URL" />
            </span>
          </DescriptionItem>
          <DescriptionItem name="Type">{instanceEnvLabels[instanceEnvType]}</DescriptionItem>
          {seenAt !== undefined && (
            <DescriptionItem name="Last request">
              {seenAt === null ? 'None yet' : <Timestamp date={seenAt} />}
            </DescriptionItem>
          )}
          {showsApprovals && (
            <DescriptionItem name="Approvals">{workspace.approvalsEnabled ? 'On' : 'Off'}</DescriptionItem>
          )}
          <DescriptionItem name="Your role">{roleLabels[role]}</DescriptionItem>
        </DescriptionList>
        {seenAt !== undefined && (
          <p className="mt-2 text-sm text-secondary">
            The instance sends a request when a member logs in to it, and when it checks a session or an API token.
          </p>
        )}
      </div>
    </Card>
  );
}
