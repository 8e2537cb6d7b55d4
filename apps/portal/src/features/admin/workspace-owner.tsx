import { maxStaffIdLength, restoreDeadline, StaffId, type WorkspaceWithOwner, displayEmail } from '@portal/contract';
import {
  Card,
  CopyableText,
  DescriptionItem,
  DescriptionList,
  Table,
  Timestamp,
  Truncate,
  useMinuteClock,
  useRefocusOnChange,
  type TableColumn,
} from '@portal/ui';
import { useLookUpWorkspaceOwnerQuery } from '../../api/admin.api.ts';
import { SingleFieldForm } from './components/single-field-form.tsx';
import { lookUpAction, useLookupParam } from './lookup-param.ts';
import { UserLink, WorkspaceLink } from './components/staff-links.tsx';
import { workspaceQuarantine } from './account-locks/locks.ts';
import { DeletedWorkspaceNotice } from './components/deleted-workspace-notice.tsx';

const columns: TableColumn<WorkspaceWithOwner>[] = [
  {
    key: 'first-name',
    header: 'First Name',
    width: '14%',
    cell: ({ firstName }) => <Truncate translate="no">{firstName}</Truncate>,
  },
  {
    key: 'last-name',
    header: 'Last Name',
    width: '14%',
    cell: ({ lastName }) => <Truncate translate="no">{lastName}</Truncate>,
  },
  {
    key: 'email',
    header: 'Email',
    cell: ({ ownerId, email }) => <UserLink userId={ownerId}>{displayEmail(email)}</UserLink>,
  },
  {
    key: 'display-name',
    header: 'Display Name',
    cell: ({ workspaceId, displayName }) => <WorkspaceLink workspaceId={workspaceId}>{displayName}</WorkspaceLink>,
  },
  {
    key: 'instance-url',
    header: 'Instance Url',
    cell: ({ instanceUrl }) => (
      <Truncate translate="no" className="font-mono text-xs">
        {instanceUrl}
      </Truncate>
    ),
  },
];

export function WorkspaceOwner() {
  const { value: workspaceId, lookUp: setWorkspaceId } = useLookupParam('id');
  const {
    currentData: workspace,
    error,
    isFetching,
    refetch,
  } = useLookUpWorkspaceOwnerQuery(
    { params: { workspaceId } },
    { refetchOnMountOrArgChange: true, skip: workspaceId === '' },
  );
  const lookUp = (id: string) => {
    if (id === workspaceId) void refetch();
    else setWorkspaceId(id);
  };
  return (
    <>
      <Card title="Who owns this workspace?" description="Includes deleted and quarantined workspaces.">
        <div className="form-rows">
          <SingleFieldForm
            label="Workspace ID"
            schema={StaffId}
            maxLength={maxStaffIdLength}
            mono
            value={workspaceId}
            error={error}
            errorTitle="Lookup failed"
            actions={[lookUpAction(isFetching, lookUp)]}
          />
        </div>
      </Card>
      {(workspace ?? isFetching) && (
        <Card flush title="Owner">
          <Table
            caption="Owner"
            columns={columns}
            rows={workspace ? [workspace] : []}
            rowKey={({ workspaceId }) => workspaceId}
            loading={workspace === undefined}
            skeletonRows={1}
          />
          {workspace && <OwnerDetails workspace={workspace} />}
        </Card>
      )}
    </>
  );
}

function OwnerDetails({ workspace }: { workspace: WorkspaceWithOwner }) {
  const { workspaceId, ownerId, createdAt, deletedAt } = workspace;
  const now = new Date(useMinuteClock());
  const quarantine = workspaceQuarantine(workspace);
  useRefocusOnChange(`${deletedAt}`);
  return (
    <div className="grid gap-3 border-t border-line px-5 py-4">
      <DescriptionList>
        <DescriptionItem name="User ID">
          <CopyableText text={ownerId} label="Copy user ID of the owner" />
        </DescriptionItem>
        <DescriptionItem name="Created">
          <Timestamp date={createdAt} />
        </DescriptionItem>
        {quarantine && (
          <DescriptionItem name="Quarantined">
            <Timestamp date={quarantine.since} />
            <span>
              {quarantine.by && ` by ${displayEmail(quarantine.by.email)}`}: {quarantine.reason ?? 'no reason given'}
            </span>
          </DescriptionItem>
        )}
      </DescriptionList>
      {deletedAt !== null && (
        <DeletedWorkspaceNotice
          workspaceId={workspaceId}
          deletedAt={deletedAt}
          restorableUntil={restoreDeadline(deletedAt, now)}
        />
      )}
    </div>
  );
}
