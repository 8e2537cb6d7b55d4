import { isActive, mayChangeAuthToken, mayRevokeAuthTokens, type AuthToken, type Workspace } from '@portal/contract';
import { EmptyState } from '@portal/ui';
import { useMemo } from 'react';
import { listedTokens, useRevokeAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import { useGoOn } from '../../api/go-on.ts';
import type { Listed, Page } from '../../api/list-in-pages.ts';
import { useUser } from '../../api/session.api.ts';
import { useChangesById } from '../../requests/changes-by-id.ts';
import { useSteps } from '../../requests/in-steps.tsx';
import { useListSearch } from '../../requests/list-search.tsx';
import { useNowOf } from './clock.ts';
import { useMakerOf } from './maker-of.ts';
import { RevokeButton } from './revoke-button.tsx';
import { activeColumns, inactiveColumns, nameOf, ownActionsColumn, revokeColumn, revoked } from './token-columns.tsx';
import { TokenTable } from './token-table.tsx';

export interface TokenTablesProps {
  workspace: Workspace;
  list: Listed<Page<AuthToken>>;
}

export function TokenTables({ workspace, list }: TokenTablesProps) {
  const now = useNowOf(list.rows);
  const { search, found, box } = useListSearch(list.rows, {
    what: 'tokens',
    textOf: nameOf,
    isWhole: list.next === null,
  });
  const onGoOn = useGoOn(listedTokens(workspace.id));
  const active = useSteps(
    useMemo(() => found.filter((token) => isActive(token, now)), [found, now]),
    list,
    { what: 'the active tokens', onGoOn, sought: search },
  );
  const inactive = useSteps(
    useMemo(() => found.filter((token) => !isActive(token, now)), [found, now]),
    list,
    { what: 'the inactive tokens', onGoOn, sought: search },
  );
  const makerOf = useMakerOf(workspace.id);
  const [revoke] = useRevokeAuthTokenMutation();
  const { failures, run } = useChangesById();
  const { id: userId } = useUser();
  const { role } = workspace;
  const isOwner = mayRevokeAuthTokens(role);
  const madeSome = useMemo(() => list.rows.some(({ creatorUserId }) => creatorUserId === userId), [list.rows, userId]);
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
