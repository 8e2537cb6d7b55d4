import {
  canBeChanged,
  mayChangeRoles,
  mayManageMembers,
  roleLabels,
  type Member,
  type Workspace,
  type WorkspaceRole,
} from '@portal/contract';
import { Button, Card, SelectField, Table, Truncate, type TableColumn } from '@portal/ui';
import { useChangeMemberRoleMutation, useListMembersQuery, useRemoveMemberMutation } from '../../api/members.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { useRefreshInstance } from './refresh-instance.ts';

const assignable: readonly WorkspaceRole[] = ['APPROVER', 'EDITOR'];

const rolesFor = (member: Member) =>
  (canBeChanged(member) ? assignable : (['OWNER', ...assignable] as const)).map((role) => ({
    value: role,
    label: roleLabels[role],
  }));

/** Owners first, then by e-mail. */
function compareMembers(one: Member, other: Member): number {
  return Number(other.role === 'OWNER') - Number(one.role === 'OWNER') || one.email.localeCompare(other.email);
}

export function MembersTable({ workspace }: { workspace: Workspace }) {
  const params = { workspaceId: workspace.id };
  const members = useListMembersQuery({ params });
  const [changeRole, changing] = useChangeMemberRoleMutation();
  const [remove, removing] = useRemoveMemberMutation();
  const refreshInstance = useRefreshInstance(workspace);

  const columns: TableColumn<Member>[] = [
    { key: 'email', header: 'Email', cell: ({ email }) => <Truncate>{email}</Truncate> },
    {
      key: 'role',
      header: 'Role',
      width: '11rem',
      cell: (member) => (
        <SelectField
          label={`Role of ${member.email}`}
          hideLabel
          compact
          size="sm"
          options={rolesFor(member)}
          value={member.role}
          disabled={!canBeChanged(member) || !mayChangeRoles(workspace.role) || changing.isLoading}
          onChange={(role) => {
            void changeRole({ params, body: { userId: member.userId, role } }).then(({ error }) => {
              if (!error) refreshInstance();
            });
          }}
        />
      ),
    },
    {
      key: 'remove',
      header: 'Remove User',
      width: '18rem',
      align: 'right',
      cell: (member) =>
        canBeChanged(member) &&
        mayManageMembers(workspace.role) && (
          <Button
            size="sm"
            icon="user-minus"
            confirmClick
            aria-label={`Remove ${member.email}`}
            loading={removing.isLoading && removing.originalArgs?.body.email === member.email}
            loadingText="Removing..."
            onClick={() => {
              void remove({ params, body: { email: member.email } }).then(({ error }) => {
                if (!error) refreshInstance();
              });
            }}
          >
            Remove
          </Button>
        ),
    },
  ];
  return (
    <Card flush title="Members">
      <div className="grid gap-3 px-5 empty:hidden">
        <FailureBox error={changing.error} title="The role was not changed" />
        <FailureBox error={removing.error} title="The member was not removed" />
        <FailureBox
          error={members.error}
          title="The members could not be loaded"
          onRetry={() => void members.refetch()}
        />
      </div>
      <Table
        caption="Members of the workspace"
        columns={columns}
        rows={[...(members.data ?? [])].sort(compareMembers)}
        rowKey={({ userId }) => userId}
        loading={members.isLoading}
        empty="Nobody is here yet."
      />
    </Card>
  );
}
