import { maxStaffIdLength, StaffId, type OwnedWorkspace } from '@portal/contract';
import { Card, Table, Truncate, type TableColumn } from '@portal/ui';
import { useLookUpWorkspaceOwnerQuery } from '../../../api/staff.api.ts';
import { FieldForm } from '../field-form.tsx';
import { lookUpAct, useLookUpInAddress } from '../look-up-in-address.ts';
import { UserLink, WorkspaceLink } from '../staff-links.tsx';
import { WorkspaceState } from './workspace-state.tsx';

const columns: TableColumn<OwnedWorkspace>[] = [
  { key: 'first-name', header: 'First Name', width: '14%', cell: ({ firstName }) => <Truncate>{firstName}</Truncate> },
  { key: 'last-name', header: 'Last Name', width: '14%', cell: ({ lastName }) => <Truncate>{lastName}</Truncate> },
  { key: 'email', header: 'Email', cell: ({ ownerId, email }) => <UserLink userId={ownerId}>{email}</UserLink> },
  {
    key: 'display-name',
    header: 'Display Name',
    cell: ({ workspaceId, displayName }) => <WorkspaceLink workspaceId={workspaceId}>{displayName}</WorkspaceLink>,
  },
  {
    key: 'instance-url',
    header: 'Instance Url',
    cell: ({ instanceUrl }) => <Truncate className="font-mono text-xs">{instanceUrl}</Truncate>,
  },
];

export function WorkspaceOwner() {
  const { asked: workspaceId, ask } = useLookUpInAddress('id');
  const {
    currentData: workspace,
    error,
    isFetching,
    refetch,
  } = useLookUpWorkspaceOwnerQuery(
    { params: { workspaceId } },
    { refetchOnMountOrArgChange: true, skip: workspaceId === '' },
  );
  const lookUp = (wanted: string) => {
    if (wanted === workspaceId) void refetch();
    else ask(wanted);
  };
  return (
    <>
      <Card title="Who owns this workspace?" description="Workspaces that are deleted or quarantined are found, too.">
        <FieldForm
          label="Workspace ID"
          schema={StaffId}
          maxLength={maxStaffIdLength}
          mono
          value={workspaceId}
          error={error}
          failureTitle="The look-up failed"
          acts={[lookUpAct(isFetching, lookUp)]}
        />
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
          {workspace && <WorkspaceState workspace={workspace} />}
        </Card>
      )}
    </>
  );
}
