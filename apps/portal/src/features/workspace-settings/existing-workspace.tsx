import { mayEditWorkspace, mayManageMembers, type Workspace } from '@portal/contract';
import { Badge, Button, Card, LongTitle, PageTitle, SkeletonField, SkeletonText, useKeptFocus } from '@portal/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMembers } from '../../api/members.api.ts';
import { useGetWorkspaceQuery } from '../../api/workspaces.api.ts';
import { ownNavigation } from '../../navigation/own-navigation.ts';
import { paths } from '../../navigation/paths.ts';
import { usePageSubject } from '../../navigation/page-subject.ts';
import { isGone, WorkspaceFailureBox } from '../../requests/workspace-failure-box.tsx';
import { Activity } from './activity.tsx';
import { Approvals, ApprovalsBadge } from './approvals.tsx';
import { EditWorkspace } from './edit-workspace.tsx';
import { EndOfWorkspace } from './end-of-workspace.tsx';
import { InviteForm, type InviteNotice } from './invite-form.tsx';
import { MembersTable } from './members-table.tsx';
import { Place } from './place-left.tsx';
import { ReturnToWorkspaces } from '../../navigation/return-to-workspaces.tsx';
import { WorkspaceFacts } from './workspace-facts.tsx';

/** Keeps the line's place until it is known what somebody may do. */
const noSubtitleYet = '\u00A0';

const subtitleFor = ({ role }: Workspace) =>
  mayManageMembers(role)
    ? 'From here you can manage this workspace and invite users to be part of it.'
    : 'From here you can see this workspace and its members, or leave it.';

export function ExistingWorkspace({ workspaceId }: { workspaceId: string }) {
  const { data, error, refetch } = useGetWorkspaceQuery({ params: { workspaceId } });
  // One that is gone by now is shown no more, though it is known what it was.
  const workspace = isGone(error) ? undefined : data;
  usePageSubject(workspace?.displayName);
  const missing = workspace === undefined && error !== undefined;
  useKeptFocus(missing ? 'missing' : 'there');
  return (
    <div className="grid gap-6">
      <PageTitle
        title={<LongTitle>{workspace?.displayName ?? 'Workspace Details'}</LongTitle>}
        subtitle={workspace ? subtitleFor(workspace) : !missing && noSubtitleYet}
        badges={
          workspace && (
            <>
              {workspace.isDefault && <Badge tone="info">DEFAULT</Badge>}
              <ApprovalsBadge workspace={workspace} />
            </>
          )
        }
        breadcrumb={<ReturnToWorkspaces />}
        actions={!missing && <LinksOfWorkspace workspaceId={workspaceId} />}
      />
      {missing && (
        <WorkspaceFailureBox
          workspaceId={workspaceId}
          error={error}
          title="The workspace could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {workspace && <Sections workspace={workspace} />}
      {!workspace && !error && (
        <div className="form-and-aside">
          <Card title="Details">
            <div className="form-rows">
              <SkeletonField />
              <SkeletonField className="h-20" />
            </div>
          </Card>
          <Card title="About this workspace">
            <SkeletonText lines={5} />
          </Card>
        </div>
      )}
    </div>
  );
}

function LinksOfWorkspace({ workspaceId }: { workspaceId: string }) {
  return (
    <>
      <Button icon="key" render={<Link to={paths.workspaceApiTokens(workspaceId)}>API Tokens</Link>}>
        API Tokens
      </Button>
      <Button
        variant="primary"
        icon="arrow-right"
        render={
          <Link to={paths.workspaceGo(workspaceId)} state={ownNavigation}>
            Go to workspace
          </Link>
        }
      >
        Go to workspace
      </Button>
    </>
  );
}

function Sections({ workspace }: { workspace: Workspace }) {
  const { rows: members, error } = useMembers(workspace.id);
  const [notice, setNotice] = useState<InviteNotice>();
  // An invitation that was withdrawn is no longer reported.
  const endNoticeOf = (email: string) => setNotice((current) => (current?.email === email ? undefined : current));
  return (
    <>
      <div className="form-and-aside">
        <EditWorkspace workspace={workspace} readOnly={!mayEditWorkspace(workspace.role)} />
        <WorkspaceFacts workspace={workspace} />
      </div>
      {/* Above the table, which may be too long for anybody to find what stands below it. */}
      {mayManageMembers(workspace.role) && (
        <InviteForm {...{ workspace, notice }} members={members} onNotice={setNotice} />
      )}
      <Place workspaceId={workspace.id} name="Members">
        <MembersTable workspace={workspace} onRemoved={endNoticeOf} />
      </Place>
      {/* Not before it is known how high the table gets: all this would have to move. */}
      {(members ?? error) && (
        <>
          <Approvals workspace={workspace} />
          {mayEditWorkspace(workspace.role) && <Activity workspaceId={workspace.id} />}
          <EndOfWorkspace workspace={workspace} />
        </>
      )}
    </>
  );
}
