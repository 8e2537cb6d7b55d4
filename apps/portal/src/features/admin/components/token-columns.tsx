import { isExpired, type AuthTokenForStaff, displayEmail } from '@portal/contract';
import { Badge, Timestamp, Truncate, useMinuteClock, type TableColumn } from '@portal/ui';
import { UserLink, WorkspaceLink } from './staff-links.tsx';

type Column = TableColumn<AuthTokenForStaff>;

const name: Column = {
  key: 'name',
  header: 'Name',
  cell: (token) => (
    <Truncate translate="no" className="font-medium text-strong">
      {token.name}
    </Truncate>
  ),
};

const dates: readonly Column[] = [
  { key: 'state', header: 'State', width: '7rem', cell: (token) => <TokenState token={token} /> },
  {
    key: 'created',
    header: 'Created',
    width: '8rem',
    cell: ({ createdAt }) => <Timestamp date={createdAt} relative="shorthand" />,
  },
  {
    key: 'expires',
    header: 'Expires',
    width: '8rem',
    cell: ({ expiresAt }) => <Timestamp date={expiresAt} relative="shorthand" />,
  },
  {
    key: 'used',
    header: 'Last used',
    width: '9rem',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Timestamp date={lastUsedAt} relative="shorthand" />),
  },
];

function TokenState({ token }: { token: AuthTokenForStaff }) {
  const now = new Date(useMinuteClock());
  if (token.revokedAt !== null) return <Badge>Revoked</Badge>;
  return isExpired(token, now) ? <Badge>Expired</Badge> : <Badge tone="success">Active</Badge>;
}

export const userTokenColumns: readonly Column[] = [
  name,
  {
    key: 'workspace',
    header: 'Workspace',
    cell: ({ workspace: { workspaceId, displayName } }) => (
      <WorkspaceLink workspaceId={workspaceId}>{displayName}</WorkspaceLink>
    ),
  },
  ...dates,
];

export const workspaceTokenColumns: readonly Column[] = [
  name,
  {
    key: 'creator',
    header: 'Created by',
    cell: ({ creator: { userId, email } }) => <UserLink userId={userId}>{displayEmail(email)}</UserLink>,
  },
  ...dates,
];
