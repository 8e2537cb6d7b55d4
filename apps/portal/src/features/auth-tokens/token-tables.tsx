import { isActive, isExpired, mayRevokeAuthTokens, type AuthToken, type Workspace } from '@portal/contract';
import { Card, EmptyState, Table, Timestamp, Truncate, type TableColumn } from '@portal/ui';
import { useNow } from './clock.ts';
import { RevokeButton } from './revoke-button.tsx';

const name: TableColumn<AuthToken> = {
  key: 'name',
  header: 'Name',
  cell: (token) => <Truncate className="font-medium text-strong">{token.name ?? 'Unnamed'}</Truncate>,
};

const created: TableColumn<AuthToken> = {
  key: 'created',
  header: 'Created',
  width: '8rem',
  cell: (token) => <Timestamp date={token.createdAt} />,
};

const lastUsed: TableColumn<AuthToken> = {
  key: 'last-used',
  header: 'Last Used',
  width: '8rem',
  cell: (token) => (token.lastUsedAt === null ? 'Never' : <Timestamp date={token.lastUsedAt} />),
};

function Expiry({ token, expired }: { token: AuthToken; expired: boolean }) {
  if (token.expiresAt === null) return 'Never';
  return (
    <Timestamp
      date={token.expiresAt}
      mode="absolute"
      showTime
      {...(expired && { className: 'font-bold text-error' })}
    />
  );
}

export interface TokenTablesProps {
  workspace: Workspace;
  tokens: readonly AuthToken[];
  loading: boolean;
}

export function TokenTables({ workspace, tokens, loading }: TokenTablesProps) {
  const now = useNow();
  const isOwner = mayRevokeAuthTokens(workspace.role);
  const active: TableColumn<AuthToken>[] = [
    name,
    created,
    lastUsed,
    { key: 'expires', header: 'Expires', width: '17rem', cell: (token) => <Expiry token={token} expired={false} /> },
  ];
  const inactive: TableColumn<AuthToken>[] = [
    name,
    created,
    lastUsed,
    {
      key: 'expiration',
      header: 'Expiration',
      width: '17rem',
      cell: (token) => <Expiry token={token} expired={isExpired(token, now)} />,
    },
  ];
  if (isOwner) {
    active.push({
      key: 'revoke',
      header: 'Revoke',
      width: '17rem',
      align: 'right',
      cell: (token) => <RevokeButton workspaceId={workspace.id} token={token} />,
    });
    inactive.push({
      key: 'revoked',
      header: 'Revoked',
      width: '17rem',
      align: 'right',
      cell: (token) => (token.revokedAt === null ? 'Not revoked' : <Timestamp date={token.revokedAt} />),
    });
  }
  return (
    <>
      <Card flush title="Active Tokens">
        <Table
          caption="Active Tokens"
          columns={active}
          rows={tokens.filter((token) => isActive(token, now))}
          rowKey={({ id }) => id}
          loading={loading}
          empty={<EmptyState icon="key" title="There is no active token" text="Generate one with the form above." />}
        />
      </Card>
      <Card flush title="Inactive Tokens">
        <Table
          caption="Inactive Tokens"
          columns={inactive}
          rows={tokens.filter((token) => !isActive(token, now))}
          rowKey={({ id }) => id}
          loading={loading}
          skeletonRows={1}
          empty="Expired and revoked tokens are listed here."
        />
      </Card>
    </>
  );
}
