import { isActive, mayRevokeAuthTokens, type AuthToken, type Workspace } from '@portal/contract';
import { Card, EmptyState, Table } from '@portal/ui';
import { useRevokeAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import { keepFocus } from '../../navigation/focus-heading.ts';
import { useChangesById } from '../../requests/changes-by-id.ts';
import { useNow } from './clock.ts';
import { useMakerOf } from './maker-of.ts';
import { RevokeButton } from './revoke-button.tsx';
import { activeColumns, inactiveColumns, revokeColumn, revoked } from './token-columns.tsx';

export interface TokenTablesProps {
  workspace: Workspace;
  tokens: readonly AuthToken[];
}

export function TokenTables({ workspace, tokens }: TokenTablesProps) {
  const now = useNow();
  const makerOf = useMakerOf(workspace.id);
  const [revoke] = useRevokeAuthTokenMutation();
  const { failures, run } = useChangesById();
  const isOwner = mayRevokeAuthTokens(workspace.role);
  const revokeToken = (tokenId: string) => {
    const done = run(tokenId, () => revoke({ params: { workspaceId: workspace.id, tokenId } }));
    // The row moves to the other table at once, and back if that fails.
    keepFocus();
    void done.then(keepFocus);
  };
  const revokeCell = ({ id }: AuthToken) => (
    <RevokeButton failure={failures.get(id)} onRevoke={() => revokeToken(id)} />
  );
  return (
    <>
      <Card flush title="Active Tokens">
        <Table
          caption="Active Tokens"
          columns={isOwner ? [...activeColumns(makerOf), revokeColumn(revokeCell)] : activeColumns(makerOf)}
          rows={tokens.filter((token) => isActive(token, now))}
          rowKey={({ id }) => id}
          empty={<EmptyState icon="key" title="There is no active token" text="Generate one with the form above." />}
        />
      </Card>
      <Card flush title="Inactive Tokens">
        <Table
          caption="Inactive Tokens"
          columns={isOwner ? [...inactiveColumns(makerOf, now), revoked] : inactiveColumns(makerOf, now)}
          rows={tokens.filter((token) => !isActive(token, now))}
          rowKey={({ id }) => id}
          empty="Expired and revoked tokens are listed here."
        />
      </Card>
    </>
  );
}
