import { canEditWorkspace, canManageMembers, roleLabels, type Workspace } from '@portal/contract';
import {
  Alert,
  Badge,
  Button,
  Card,
  FloatingNotice,
  Skeleton,
  SkeletonDescriptionList,
  SkeletonField,
} from '@portal/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { GoToWorkspaceButton } from '../../components/go-to-workspace-button.tsx';
import { usePageWorkspace, WorkspacePage } from '../../components/workspace-page.tsx';
import { useFlashMessage } from '../../lib/flash-message.ts';
import { paths } from '../../lib/paths.ts';
import { Activity } from './activity/activity.tsx';
import { ApprovalsBadge } from './details/approvals.tsx';
import { DangerZone } from './removal/danger-zone.tsx';
import { EditWorkspace } from './details/edit-workspace.tsx';
import { FailedVisitNotice } from './details/instance-refresh.tsx';
import { MembersSkeleton } from './members/members-skeleton.tsx';
import { Members } from './members/members.tsx';
import { StaffTransferNotice } from './ownership/staff-transfer-notice.tsx';
import { PendingOfferNotice } from './ownership/pending-offer-notice.tsx';
import { OwnershipOfferNotice } from './ownership/ownership-offer-notice.tsx';
import { SettingsSection } from './shared/settings-section.tsx';
import { useLastChange } from './shared/use-last-change.ts';
import { useMemberRows } from './members/use-member-rows.ts';
import { infoNames, WorkspaceInfo } from './details/workspace-info.tsx';

/** Keeps the height of the subtitle while the workspace loads. */
const emptySubtitle = '\u00A0';

/** The first sentence is the same for all roles. Source: specification section 2, "Workspace details". */
function Subtitle({ role }: Workspace) {
  return (
    <>
      From here you can manage this workspace and invite users to be part of it.
      {!canManageMembers(role) && (
        <span className="block">
          As a {roleLabels[role]} you can see the workspace and its members, or leave it. Its owner and approvers can
          invite users.
        </span>
      )}
    </>
  );
}

export function ExistingWorkspace({ workspaceId }: { workspaceId: string }) {
  const { workspace, error, refetch } = usePageWorkspace(workspaceId);
  return (
    <WorkspacePage
      {...{ workspaceId, workspace, error }}
      onRetry={refetch}
      subtitle={workspace ? <Subtitle {...workspace} /> : !error && emptySubtitle}
      badges={
        workspace && (
          <>
            {workspace.isDefault && <Badge tone="info">DEFAULT</Badge>}
            <ApprovalsBadge workspace={workspace} />
          </>
        )
      }
      actions={
        <>
          <Button icon="key" render={<Link to={paths.workspaceApiTokens(workspaceId)} />}>
            API Tokens
          </Button>
          <GoToWorkspaceButton variant="primary" icon="arrow-right" workspaceId={workspaceId} />
        </>
      }
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-10">
        {workspace ? <Sections workspace={workspace} /> : <LoadingSections />}
      </div>
    </WorkspacePage>
  );
}

/** The heights of the activity and the danger zone of an owner without other members. */
const otherSections = ['h-13', 'h-54'];

function LoadingSections() {
  return (
    <>
      <SettingsSection id="general" title="General">
        <div className="settings-columns">
          <Card title="Details" headingLevel={3} footer={<div className="h-[61px]" />}>
            <div className="form-rows">
              <div className="pb-4">
                <SkeletonField />
              </div>
              <div className="pb-4">
                <SkeletonField className="h-20" />
              </div>
            </div>
          </Card>
          <Card title="About this workspace" headingLevel={3}>
            <SkeletonDescriptionList names={infoNames} />
          </Card>
        </div>
      </SettingsSection>
      <div className="grid gap-4">
        <Skeleton className="h-7 w-28" />
        <MembersSkeleton />
      </div>
      {otherSections.map((height) => (
        <Skeleton key={height} className={height} />
      ))}
    </>
  );
}

function Sections({ workspace }: { workspace: Workspace }) {
  const memberList = useMemberRows(workspace);
  const { rows: members, error } = memberList;
  const isOwner = workspace.role === 'OWNER';
  const canEdit = canEditWorkspace(workspace.role);
  const [answer, setAnswer] = useState<'accepted' | 'declined'>();
  const { change, onChanged, clearChange } = useLastChange(workspace.id);
  const flash = useFlashMessage();
  return (
    <>
      <div className="grid gap-3 empty:hidden">
        {flash && <Alert tone="success" message={flash.message} />}
        <FailedVisitNotice workspace={workspace} />
        {answer === 'accepted' && <Alert tone="info" message={`You are now the owner of ${workspace.displayName}.`} />}
        {answer === 'declined' && <Alert tone="info" message="You declined the offer." />}
        {isOwner && <StaffTransferNotice workspaceId={workspace.id} />}
        {isOwner && <PendingOfferNotice workspaceId={workspace.id} />}
        {!isOwner && (
          <OwnershipOfferNotice
            workspace={workspace}
            onAccepted={() => setAnswer('accepted')}
            onDeclined={() => setAnswer('declined')}
          />
        )}
      </div>
      <SettingsSection id="general" title="General">
        <div className="settings-columns">
          <EditWorkspace workspace={workspace} readOnly={!canEdit} />
          <WorkspaceInfo workspace={workspace} />
        </div>
      </SettingsSection>
      <Members workspace={workspace} list={memberList} onChanged={onChanged} />
      {/* Not shown before the table above has its height, so that these sections do not move. */}
      {(members ?? error) && (
        <>
          {canManageMembers(workspace.role) && <Activity workspaceId={workspace.id} />}
          <DangerZone
            workspace={workspace}
            members={members ?? []}
            isComplete={memberList.isComplete}
            onChanged={onChanged}
          />
        </>
      )}
      <FloatingNotice label="Last change" icon="check-circle" notice={change} aboveSaveBar onClose={clearChange} />
    </>
  );
}
