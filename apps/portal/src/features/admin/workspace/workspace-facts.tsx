import { envNames, fullNameOf, type WorkspaceForStaff } from '@portal/contract';
import { Card, CopyableText, Fact, Facts, Timestamp } from '@portal/ui';
import { UserLink } from '../staff-links.tsx';

/** Whose a workspace is, and what it is. */
export function WorkspaceFacts({ workspace }: { workspace: WorkspaceForStaff }) {
  const { ownerId, creator } = workspace;
  return (
    <Card title="Workspace">
      <div className="grid items-start gap-x-10 gap-y-1 lg:grid-cols-2">
        <Facts>
          <Fact name="Owner">
            <UserLink userId={ownerId}>{fullNameOf(workspace)}</UserLink>
          </Fact>
          <Fact name="Owner’s email">
            <CopyableText text={workspace.email} label="Copy email of the owner" />
          </Fact>
          <Fact name="Owner’s user ID">
            <CopyableText text={ownerId} label="Copy user ID of the owner" />
          </Fact>
          <Fact name="Created">
            <Timestamp date={workspace.createdAt} />
          </Fact>
          {creator.userId !== ownerId && (
            <Fact name="Created by">
              <UserLink userId={creator.userId}>{fullNameOf(creator)}</UserLink>
            </Fact>
          )}
        </Facts>
        <Facts>
          <Fact name="Type">{envNames[workspace.instanceEnvType]}</Fact>
          <Fact name="Approvals">{workspace.approvalsEnabled ? 'Enabled' : 'Disabled'}</Fact>
          <Fact name="Active API tokens">{workspace.counts.activeAuthTokens}</Fact>
          <Fact name="Description" long>
            {workspace.description ?? '–'}
          </Fact>
        </Facts>
      </div>
    </Card>
  );
}
