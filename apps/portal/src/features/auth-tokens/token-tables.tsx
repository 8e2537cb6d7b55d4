import { isActive, mayRevokeAuthTokens, type AuthToken, type Workspace } from '@portal/contract';
import { EmptyState } from '@portal/ui';
import { useRevokeAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import { keepFocus } from '../../navigation/focus-heading.ts';
import { useChangesById } from '../../requests/changes-by-id.ts';
import { useNow } from './clock.ts';
import { useMakerOf } from './maker-of.ts';
import { RevokeButton } from './revoke-button.tsx';
import { activeColumns, inactiveColumns, revokeColumn, revoked } from './token-columns.tsx';
import { TokenTable } from './token-table.tsx';

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
      <TokenTable
        title="Active Tokens"
        columns={isOwner ? [...activeColumns(makerOf), revokeColumn(revokeCell)] : activeColumns(makerOf)}
        tokens={tokens.filter((token) => isActive(token, now))}
        empty={<EmptyState icon="key" title="There is no active token" text="Generate one with the form above." />}
      />
      <TokenTable
        title="Inactive Tokens"
        columns={isOwner ? [...inactiveColumns(makerOf, now), revoked] : inactiveColumns(makerOf, now)}
        tokens={tokens.filter((token) => !isActive(token, now))}
        empty="Expired and revoked tokens are listed here."
      />
    </>
  );
}
