import { canChangeAuthToken, canRevokeAuthTokens, isActive, type AuthToken, type Workspace } from '@portal/contract';
import { Card, EmptyState, Table, type TableColumn } from '@portal/ui';
import { useMemo, type ReactNode } from 'react';
import { useRevokeAuthTokenMutation, type useAuthTokens } from '../../api/auth-tokens.api.ts';
import { useUser } from '../../api/session.api.ts';
import { useMutationsById } from '../../api/cache/use-mutations-by-id.ts';
import { useIncrementalList } from '../../components/incremental-list.tsx';
import { useListSearch } from '../../components/list-search.tsx';
import { RevokeButton } from './revoke-button.tsx';
import { activeColumns, inactiveColumns, tokenName } from './token-columns.tsx';
import { useCreatorName } from './use-creator-name.ts';
import { useExpiryClock } from './use-now.ts';

export interface TokenTablesProps {
  workspace: Workspace;
  list: ReturnType<typeof useAuthTokens>;
  /** The loaded tokens. */
  tokens: readonly AuthToken[];
}

export function TokenTables({ workspace, list, tokens }: TokenTablesProps) {
  const now = useExpiryClock(tokens);
  const { search, matches, searchBox } = useListSearch(tokens, {
    listName: 'tokens',
    textOf: searchText,
    isComplete: list.isComplete,
  });
  const active = useIncrementalList(
    useMemo(() => matches.filter((token) => isActive(token, now)), [matches, now]),
    { list, listName: 'the active tokens', search },
  );
  const inactive = useIncrementalList(
    useMemo(() => matches.filter((token) => !isActive(token, now)), [matches, now]),
    { list, listName: 'the inactive tokens', search },
  );
  const getCreatorName = useCreatorName(workspace.id);
  const [revoke] = useRevokeAuthTokenMutation();
  const { errors, run } = useMutationsById();
  const { id: userId } = useUser();
  const { role } = workspace;
  const isOwner = canRevokeAuthTokens(role);
  const columnsOfActive = useMemo(() => {
    const revokeAction = (token: AuthToken) => {
      if (!canChangeAuthToken(token, { userId, role })) return null;
      const params = { workspaceId: workspace.id, tokenId: token.id };
      return (
        <RevokeButton
          name={tokenName(token)}
          error={errors.get(token.id)}
          alignRight={isOwner}
          onRevoke={() => void run(token.id, () => revoke({ params }))}
        />
      );
    };
    return activeColumns({ getCreatorName, revokeAction, isOwner });
  }, [isOwner, getCreatorName, run, revoke, userId, role, workspace.id, errors]);
  const columnsOfInactive = useMemo(
    () => inactiveColumns(getCreatorName, now, isOwner),
    [isOwner, getCreatorName, now],
  );
  const noMatches = (kind: string) => search.trim() !== '' && `No ${kind} tokens match “${search.trim()}”`;
  return (
    <>
      {searchBox && <div className="justify-self-end">{searchBox}</div>}
      <TokenTable
        title="Active Tokens"
        columns={columnsOfActive}
        tokens={active}
        empty={
          noMatches('active') || (
            <EmptyState icon="key" title="No active tokens" text="Generate a token with the form above." />
          )
        }
      />
      {/* Not shown before the table above has its height, so that this one does not move. */}
      {(active.hasMore || !active.isLoadingMore) && (
        <TokenTable
          title="Inactive Tokens"
          columns={columnsOfInactive}
          tokens={inactive}
          empty={noMatches('inactive') || 'Expired and revoked tokens appear here.'}
        />
      )}
    </>
  );
}

const searchText = (token: AuthToken) => `${tokenName(token)} ${token.id}`;

interface TokenTableProps {
  title: string;
  columns: readonly TableColumn<AuthToken>[];
  tokens: ReturnType<typeof useIncrementalList<AuthToken>>;
  empty: ReactNode;
}

function TokenTable({ title, columns, tokens, empty }: TokenTableProps) {
  const { visibleRows, isLoadingMore, isIncomplete, footer } = tokens;
  return (
    <Card flush title={title}>
      <Table
        caption={title}
        columns={columns}
        rows={visibleRows}
        rowKey={({ id }) => id}
        loading={isLoadingMore && visibleRows.length === 0}
        empty={isIncomplete ? 'No matches in the tokens loaded so far.' : empty}
      />
      {footer}
    </Card>
  );
}
