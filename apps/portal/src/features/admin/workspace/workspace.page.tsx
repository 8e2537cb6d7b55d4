import type { WorkspaceForStaff } from '@portal/contract';
import { Button, CopyableText, InitialsTile, useRefocusOnChange } from '@portal/ui';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useGetWorkspaceForStaffQuery } from '../../../api/admin.api.ts';
import { usePolling } from '../../../lib/use-polling.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { StaffOnly } from '../staff-only.tsx';
import { DetailError, DetailSkeleton, DetailTabs, DetailTitle, StaleDetailNotice } from '../components/detail-page.tsx';
import { workspaceQuarantineAction } from '../account-locks/pending-action.ts';
import type { WorkspaceQuarantineRequest } from '../account-locks/locks.ts';
import { transferAction, TransferDialog } from './transfer-dialog.tsx';
import { TransferNotice } from './transfer-notice.tsx';
import { WorkspaceStatus } from './workspace-status.tsx';
import { WorkspaceBadges } from '../components/workspace-badges.tsx';
import { WorkspaceDetails } from './workspace-details.tsx';
import { WorkspaceAuditLog, WorkspaceMembers, WorkspaceServiceAccounts, WorkspaceTokens } from './workspace-lists.tsx';
import { WorkspaceQuarantineDialog } from '../account-locks/workspace-quarantine-dialog.tsx';

const skeleton = <DetailSkeleton type="Workspace" details="h-53" list="h-34" />;

export function Component() {
  return (
    <StaffOnly skeleton={skeleton}>
      <WorkspacePage />
    </StaffOnly>
  );
}

const isEmailBeingSent = (change: WorkspaceForStaff['reassignment'] | undefined) =>
  change?.effectiveAt === null && !change.needsConfirmation;

function WorkspacePage() {
  const { workspaceId = '' } = useParams();
  const query = { params: { workspaceId } };
  const {
    currentData: workspace,
    error,
    refetch,
  } = useGetWorkspaceForStaffQuery(query, { refetchOnMountOrArgChange: true });
  // The email to the owner is being sent. Each request is audited, so this is not more frequent.
  usePolling(isEmailBeingSent(workspace?.reassignment), { refetch }, 5_000);
  useDocumentTitle(workspace?.displayName);
  const errorProps = { type: 'Workspace', error, onRetry: () => void refetch() };
  if (workspace) {
    return (
      <div className="grid grid-cols-1 gap-6">
        <StaleDetailNotice {...errorProps} />
        <WorkspaceOverview key={workspace.workspaceId} workspace={workspace} />
      </div>
    );
  }
  return error ? <DetailError {...errorProps} /> : skeleton;
}

function WorkspaceOverview({ workspace }: { workspace: WorkspaceForStaff }) {
  const pending = workspaceQuarantineAction.usePending();
  const [request, setRequest] = useState<Pick<WorkspaceQuarantineRequest, 'values'> | undefined>(pending);
  const pendingTransfer = transferAction.usePending();
  const [transfer, setTransfer] = useState(pendingTransfer);
  const { workspaceId, displayName, counts } = workspace;
  useRefocusOnChange(`${workspace.quarantinedAt}, ${workspace.deletedAt}, ${workspace.reassignment?.id}`);
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailTitle
        picture={<InitialsTile id={workspaceId} name={displayName} size={56} />}
        name={displayName}
        badges={<WorkspaceBadges {...workspace} />}
        identifiers={
          <>
            <CopyableText text={workspace.instanceUrl} label="Copy instance URL" />
            <CopyableText text={workspaceId} label="Copy workspace ID" />
          </>
        }
        actions={
          <>
            {workspace.deletedAt === null && !workspace.reassignment && (
              <Button icon="users" onClick={() => setTransfer({ userId: '', reason: '' })}>
                Change owner...
              </Button>
            )}
            {workspace.quarantinedAt === null && (
              <Button icon="shield-alert" onClick={() => setRequest({})}>
                Quarantine...
              </Button>
            )}
          </>
        }
      />
      <WorkspaceStatus workspace={workspace} onChangeQuarantine={() => setRequest({})} />
      {workspace.reassignment && <TransferNotice workspaceId={workspaceId} transfer={workspace.reassignment} />}
      <WorkspaceDetails workspace={workspace} />
      <DetailTabs
        label={`More about ${displayName}`}
        tabs={[
          {
            value: 'members',
            label: `Members (${counts.members})`,
            content: <WorkspaceMembers workspaceId={workspaceId} />,
          },
          {
            value: 'tokens',
            label: `API tokens (${counts.authTokens})`,
            content: <WorkspaceTokens workspaceId={workspaceId} />,
          },
          {
            value: 'service-accounts',
            label: `Service accounts (${counts.serviceAccounts})`,
            content: <WorkspaceServiceAccounts workspaceId={workspaceId} />,
          },
          { value: 'audit', label: 'Audit log', content: <WorkspaceAuditLog workspaceId={workspaceId} /> },
        ]}
      />
      {transfer && <TransferDialog workspace={workspace} values={transfer} onClose={() => setTransfer(undefined)} />}
      {request && (
        <WorkspaceQuarantineDialog
          workspace={workspace}
          values={request.values}
          onClose={() => setRequest(undefined)}
          onDone={() => setRequest(undefined)}
        />
      )}
    </div>
  );
}
