import { isActive, mayChangeAuthToken, mayRevokeAuthTokens, type AuthToken, type Workspace } from '@portal/contract';
import { EmptyState } from '@portal/ui';
import { useMemo } from 'react';
import { useRevokeAuthTokenMutation, type useAuthTokens } from '../../api/auth-tokens.api.ts';
import { useUser } from '../../api/session.api.ts';
import { useChangesById } from '../../requests/changes-by-id.ts';
import { useIncrementalList } from '../../requests/incremental-list.tsx';
import { useListSearch } from '../../requests/list-search.tsx';
import { useNowOf } from './clock.ts';
import { useMakerOf } from './maker-of.ts';
import { RevokeButton } from './revoke-button.tsx';
import { activeColumns, inactiveColumns, nameOf, ownActionsColumn, revokeColumn, revoked } from './token-columns.tsx';
import { TokenTable } from './token-table.tsx';

export interface TokenTablesProps {
  workspace: Workspace;
  list: ReturnType<typeof useAuthTokens>;
  /** All that are loaded. */
  tokens: readonly AuthToken[];
}

export function TokenTables({ workspace, list, tokens }: TokenTablesProps) {
  const now = useNowOf(tokens);
  const { search, found, box } = useListSearch(tokens, {
    what: 'tokens',
    textOf: nameOf,
    isWhole: list.isWhole,
  });
  const active = useIncrementalList(
    useMemo(() => found.filter((token) => isActive(token, now)), [found, now]),
    { list, what: 'the active tokens', search },
  );
  const inactive = useIncrementalList(
    useMemo(() => found.filter((token) => !isActive(token, now)), [found, now]),
    { list, what: 'the inactive tokens', search },
  );
  const makerOf = useMakerOf(workspace.id);
  const [revoke] = useRevokeAuthTokenMutation();
  const { failures, run } = useChangesById();
  const { id: userId } = useUser();
  const { role } = workspace;
  const isOwner = mayRevokeAuthTokens(role);
  const madeSome = useMemo(() => tokens.some(({ creatorUserId }) => creatorUserId === userId), [tokens, userId]);
  const columnsOfActive = useMemo(() => {
    const columns = activeColumns(makerOf);
    if (!isOwner && !madeSome) return columns;
    const cell = (token: AuthToken) => {
      if (!mayChangeAuthToken(token, { userId, role })) return null;
      const params = { workspaceId: workspace.id, tokenId: token.id };
      return (
        <RevokeButton
          name={nameOf(token)}
          failure={failures.get(token.id)}
          onRevoke={() => void run(token.id, () => revoke({ params }))}
        />
      );
    };
    return [...columns, isOwner ? revokeColumn(cell) : ownActionsColumn(cell)];
  }, [isOwner, madeSome, makerOf, run, revoke, userId, role, workspace.id, failures]);
  const columnsOfInactive = useMemo(
    () => [...inactiveColumns(makerOf, now, { wideLast: !isOwner && madeSome }), ...(isOwner ? [revoked] : [])],
    [isOwner, madeSome, makerOf, now],
  );
  const noneOf = (kind: string) => search.trim() !== '' && `No ${kind} token has “${search.trim()}” in its name.`;
  return (
    <>
      {box && <div className="justify-self-end">{box}</div>}
      <TokenTable
        title="Active Tokens"
        columns={columnsOfActive}
        tokens={active}
        empty={
          noneOf('active') || (
            <EmptyState icon="key" title="There is no active token" text="Generate one with the form above." />
          )
        }
      />
      {/* Not before it is known how high the table above gets: this one would have to move. */}
      {(active.hasMore || !active.isComing) && (
        <TokenTable
          title="Inactive Tokens"
          columns={columnsOfInactive}
          tokens={inactive}
          empty={noneOf('inactive') || 'Expired and revoked tokens are listed here.'}
        />
      )}
    </>
  );
}
