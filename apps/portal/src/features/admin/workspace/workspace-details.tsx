import {
  fullNameOf,
  instanceEnvLabels,
  type EndedReassignment,
  type WorkspaceForStaff,
  displayEmail,
} from '@portal/contract';
import { Card, CopyableText, DescriptionItem, DescriptionList, Timestamp } from '@portal/ui';
import { StaffDate } from '../components/staff-date.tsx';
import { UserLink } from '../components/staff-links.tsx';

export function WorkspaceDetails({ workspace }: { workspace: WorkspaceForStaff }) {
  const { ownerId, creator } = workspace;
  return (
    <Card title="Workspace">
      <div className="grid items-start gap-x-10 gap-y-1 lg:grid-cols-2">
        <DescriptionList>
          <DescriptionItem name="Owner">
            <UserLink userId={ownerId}>{fullNameOf(workspace)}</UserLink>
          </DescriptionItem>
          <DescriptionItem name="Owner’s email">
            <CopyableText text={displayEmail(workspace.email)} label="Copy email of the owner" />
          </DescriptionItem>
          <DescriptionItem name="Owner’s user ID">
            <CopyableText text={ownerId} label="Copy user ID of the owner" />
          </DescriptionItem>
          <DescriptionItem name="Created">
            <StaffDate at={workspace.createdAt} />
          </DescriptionItem>
          {creator.userId !== ownerId && (
            <DescriptionItem name="Created by">
              <UserLink userId={creator.userId}>{fullNameOf(creator)}</UserLink>
            </DescriptionItem>
          )}
          {workspace.lastReassignment && (
            <DescriptionItem name="Last change of owner" multiline>
              <LastTransfer {...workspace.lastReassignment} />
            </DescriptionItem>
          )}
        </DescriptionList>
        <DescriptionList>
          <DescriptionItem name="Type">{instanceEnvLabels[workspace.instanceEnvType]}</DescriptionItem>
          <DescriptionItem name="Approvals">{workspace.approvalsEnabled ? 'Enabled' : 'Disabled'}</DescriptionItem>
          <DescriptionItem name="Active API tokens">
            {workspace.counts.activeAuthTokens}
            {workspace.isPaused && ', those of service accounts are paused'}
          </DescriptionItem>
          <DescriptionItem name="Description" multiline>
            {workspace.description ?? '–'}
          </DescriptionItem>
        </DescriptionList>
      </div>
    </Card>
  );
}

const outcomeTexts: Readonly<Record<EndedReassignment['outcome'], (change: EndedReassignment) => string>> = {
  OBJECTED: ({ from, to }) => `${displayEmail(from.email)} objected to ${displayEmail(to.email)} as the owner`,
  CANCELLED: ({ to }) => `Staff cancelled the change to ${displayEmail(to.email)}`,
  COMPLETED: ({ from, to }) => `From ${displayEmail(from.email)} to ${displayEmail(to.email)}`,
  SUPERSEDED: ({ to }) => `The change to ${displayEmail(to.email)} was no longer possible`,
};

function LastTransfer(change: EndedReassignment) {
  return (
    <span>
      {outcomeTexts[change.outcome](change)}, <Timestamp date={change.endedAt} />. Reason: {change.reason}
    </span>
  );
}
