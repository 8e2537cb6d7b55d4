import { isExpired, type AuthTokenForStaff, displayEmail } from '@portal/contract';
import { Badge, Button, CopyableText, Timestamp, Truncate, useMinuteClock, type TableColumn } from '@portal/ui';
import { UserLink, WorkspaceLink } from './staff-links.tsx';

type Column = TableColumn<AuthTokenForStaff>;

const name: Column = {
  key: 'name',
  header: 'Name',
  cell: (token) => (
    <div className="min-w-0 sm:pt-1">
      <Truncate translate="no" className="font-medium text-strong">
        {token.name}
      </Truncate>
      <CopyableText text={token.id} label="Copy token ID" />
    </div>
  ),
};

const dates: readonly Column[] = [
  { key: 'state', header: 'State', width: '7rem', cell: (token) => <TokenState token={token} /> },
  {
    key: 'created',
    header: 'Created',
    width: '6.5rem',
    cell: ({ createdAt }) => <Timestamp date={createdAt} relative="shorthand" />,
  },
  {
    key: 'expires',
    header: 'Expires',
    width: '6.5rem',
    cell: ({ expiresAt }) => <Timestamp date={expiresAt} relative="shorthand" />,
  },
  {
    key: 'used',
    header: 'Last used',
    width: '7rem',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Timestamp date={lastUsedAt} relative="shorthand" />),
  },
];

function TokenState({ token }: { token: AuthTokenForStaff }) {
  const now = new Date(useMinuteClock());
  if (token.revokedAt !== null) return <Badge>Revoked</Badge>;
  if (isExpired(token, now)) return <Badge>Expired</Badge>;
  return token.replacedAt === null ? <Badge tone="success">Active</Badge> : <Badge tone="warning">Replaced</Badge>;
}

const principal: Column = {
  key: 'principal',
  header: 'Acts as',
  cell: ({ user, serviceAccount }) =>
    user ? (
      <UserLink userId={user.userId}>{displayEmail(user.email)}</UserLink>
    ) : (
      <Truncate translate="no">{serviceAccount && `${serviceAccount.name} (service account)`}</Truncate>
    ),
};

type RevokeToken = (token: AuthTokenForStaff) => void;

const revokeColumn = (onRevoke: RevokeToken): Column => ({
  key: 'revoke',
  header: 'Revoke',
  width: '7.5rem',
  cell: (token) => <RevokeButton token={token} onRevoke={onRevoke} />,
});

function RevokeButton({ token, onRevoke }: { token: AuthTokenForStaff; onRevoke: RevokeToken }) {
  const now = new Date(useMinuteClock());
  if (token.revokedAt !== null || isExpired(token, now)) return null;
  return (
    <Button size="sm" aria-label={`Revoke ${token.name}...`} onClick={() => onRevoke(token)}>
      Revoke...
    </Button>
  );
}

export const userTokenColumns = (onRevoke: RevokeToken): readonly Column[] => [
  name,
  {
    key: 'workspace',
    header: 'Workspace',
    cell: ({ workspace: { workspaceId, displayName } }) => (
      <WorkspaceLink workspaceId={workspaceId}>{displayName}</WorkspaceLink>
    ),
  },
  principal,
  ...dates,
  revokeColumn(onRevoke),
];

export const workspaceTokenColumns = (onRevoke: RevokeToken): readonly Column[] => [
  name,
  principal,
  ...dates,
  revokeColumn(onRevoke),
];
