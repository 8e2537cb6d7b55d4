import { canEditWorkspace, canManageMembers, type Workspace } from '@portal/contract';
import {
  Alert,
  Badge,
  Button,
  Card,
  PageTitle,
  SkeletonField,
  SkeletonText,
  TruncatedTitle,
  useRefocusOnChange,
} from '@portal/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useGetWorkspaceQuery } from '../../api/workspace.api.ts';
import { GoToWorkspaceButton } from '../../components/go-to-workspace-button.tsx';
import { ReturnToWorkspaces } from '../../components/return-to-workspaces.tsx';
import { isWorkspaceNotFound, WorkspaceErrorAlert } from '../../components/workspace-error-alert.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { Activity } from './activity.tsx';
import { Approvals, ApprovalsBadge } from './approvals.tsx';
import { DeleteOrLeaveWorkspace } from './delete-or-leave-workspace.tsx';
import { EditWorkspace } from './edit-workspace.tsx';
import { InviteForm } from './invite-form.tsx';
import type { InviteNotice } from './invite-one.tsx';
import { MembersTable } from './members-table.tsx';
import { OwnerChangeNotice } from './owner-change-notice.tsx';
import { OwnershipOfferNotice } from './ownership-offer-notice.tsx';
import { RestoredSection } from './instance-visit-state.tsx';
import { TransferOwnership } from './transfer-ownership.tsx';
import { useMemberRows } from './use-member-rows.ts';
import { WorkspaceInfo } from './workspace-info.tsx';

/** Keeps the height of the subtitle while the workspace loads. */
const emptySubtitle = '\u00A0';

const subtitleFor = ({ role }: Workspace) =>
  canManageMembers(role)
    ? 'From here you can manage this workspace and invite users to be part of it.'
    : 'From here you can see this workspace and its members, or leave it.';

export function ExistingWorkspace({ workspaceId }: { workspaceId: string }) {
  const { data, error, refetch } = useGetWorkspaceQuery({ params: { workspaceId } });
  // A workspace that no longer exists is not shown, although it is cached.
  const workspace = isWorkspaceNotFound(error) ? undefined : data;
  useDocumentTitle(workspace?.displayName);
  const isMissing = workspace === undefined && error !== undefined;
  useRefocusOnChange(isMissing ? 'missing' : 'loaded');
  return (
    <div className="grid gap-6">
      <PageTitle
        title={<TruncatedTitle>{workspace?.displayName ?? 'Workspace Details'}</TruncatedTitle>}
        subtitle={workspace ? subtitleFor(workspace) : !isMissing && emptySubtitle}
        badges={
          workspace && (
            <>
              {workspace.isDefault && <Badge tone="info">DEFAULT</Badge>}
              <ApprovalsBadge workspace={workspace} />
            </>
          )
        }
        breadcrumb={<ReturnToWorkspaces />}
        actions={!isMissing && <WorkspaceLinks workspaceId={workspaceId} />}
      />
      {isMissing && (
        <WorkspaceErrorAlert
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

function WorkspaceLinks({ workspaceId }: { workspaceId: string }) {
  return (
    <>
      <Button icon="key" render={<Link to={paths.workspaceApiTokens(workspaceId)}>API Tokens</Link>}>
        API Tokens
      </Button>
      <GoToWorkspaceButton variant="primary" icon="arrow-right" workspaceId={workspaceId} />
    </>
  );
}

function Sections({ workspace }: { workspace: Workspace }) {
  const memberList = useMemberRows(workspace);
  const { rows: members, error } = memberList;
  const isOwner = workspace.role === 'OWNER';
  const [notice, setNotice] = useState<InviteNotice>();
  const [answer, setAnswer] = useState<'accepted' | 'declined'>();
  // The notice of an invitation disappears when the member is removed.
  const clearNoticeOf = (email: string) => setNotice((current) => (current?.email === email ? undefined : current));
  return (
    <>
      {answer === 'accepted' && <Alert tone="info" message={`You are now the owner of ${workspace.displayName}.`} />}
      {answer === 'declined' && <Alert tone="info" message="You declined the ownership." />}
      {isOwner && <OwnerChangeNotice workspaceId={workspace.id} />}
      {!isOwner && (
        <OwnershipOfferNotice
          workspace={workspace}
          onAccepted={() => setAnswer('accepted')}
          onDeclined={() => setAnswer('declined')}
        />
      )}
      <div className="form-and-aside">
        <EditWorkspace workspace={workspace} readOnly={!canEditWorkspace(workspace.role)} />
        <WorkspaceInfo workspace={workspace} />
      </div>
      {/* Above the table, because a long table would hide it. */}
      {canManageMembers(workspace.role) && (
        <InviteForm {...{ workspace, notice }} members={members} onNotice={setNotice} />
      )}
      <RestoredSection workspaceId={workspace.id} name="Members">
        <MembersTable workspace={workspace} list={memberList} onRemoved={clearNoticeOf} />
      </RestoredSection>
      {/* Not shown before the table above has its height, so that these sections do not move. */}
      {(members ?? error) && (
        <>
          <Approvals workspace={workspace} />
          {canEditWorkspace(workspace.role) && <Activity workspaceId={workspace.id} />}
          {isOwner && <TransferOwnership workspace={workspace} members={members ?? []} />}
          <DeleteOrLeaveWorkspace workspace={workspace} />
        </>
      )}
    </>
  );
}
