import { canChangeAuthToken, canRevokeAuthTokens, isActive, type AuthToken, type Workspace } from '@portal/contract';
import { Alert, Button, Card, EmptyState, Table, type TableColumn } from '@portal/ui';
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { useRevokeAuthTokenMutation, type TokenRules, type useAuthTokens } from '../../api/auth-tokens.api.ts';
import { useUser } from '../../api/session.api.ts';
import { useMutationsById } from '../../api/cache/use-mutations-by-id.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useIncrementalList } from '../../components/incremental-list.tsx';
import { useListSearch } from '../../components/list-search.tsx';
import { useLinkedRow, useLinkedRowFocus } from '../../components/use-linked-row.ts';
import { useRotationLink } from '../../lib/rotation-link.ts';
import { activeColumns, inactiveColumns, tokenName } from './token-columns.tsx';
import { TokenMenu } from './token-menu.tsx';
import type { NewSecret } from './token-secret-dialog.tsx';
import type { Rotation } from './rotate-dialog.tsx';
import { canRotateToken, rotateAction, rotationOf } from './rotation-request.ts';
import { useTokenPrincipals } from './use-token-principals.ts';
import { useExpiryClock } from './use-now.ts';

const RotateDialog = lazy(() => import('./rotate-dialog.tsx'));
const RevokeDialog = lazy(() => import('./revoke-dialog.tsx'));

export interface TokenTablesProps {
  workspace: Workspace;
  list: ReturnType<typeof useAuthTokens>;
  /** The loaded tokens. */
  tokens: readonly AuthToken[];
  rules: TokenRules;
  /** The token that was created last, whose row is highlighted. */
  markedId: string | undefined;
  onRotated: (created: readonly NewSecret[]) => void;
}

const inheritedMessage = (count: number) =>
  count === 1
    ? 'Someone else created one token of a service account of this workspace and may still have its secret. Rotate it to end the old one.'
    : `Others created ${count} tokens of service accounts of this workspace and may still have their secrets. Rotate them to end the old ones.`;

export function TokenTables({ workspace, list, tokens, rules, markedId, onRotated }: TokenTablesProps) {
  const now = useExpiryClock(tokens);
  const linkedId = useLinkedRow('token');
  const shownId = markedId ?? linkedId;
  const linkedRow = useMemo(() => tokens.find(({ id }) => id === shownId), [tokens, shownId]);
  const { search, matches, searchBox } = useListSearch(tokens, {
    listName: 'tokens',
    textOf: searchText,
    isComplete: list.isComplete,
  });
  const active = useIncrementalList(
    useMemo(() => matches.filter((token) => isActive(token, now)), [matches, now]),
    { list, listName: 'the active tokens', search, linkedRow },
  );
  const inactive = useIncrementalList(
    useMemo(() => matches.filter((token) => !isActive(token, now)), [matches, now]),
    { list, listName: 'the inactive tokens', search, linkedRow },
  );
  const showsInactive = active.hasMore || !active.isLoadingMore;
  const isLinkedRowShown = [active, ...(showsInactive ? [inactive] : [])].some(({ visibleRows }) =>
    visibleRows.some((token) => token === linkedRow),
  );
  const principals = useTokenPrincipals(workspace);
  const { policy } = rules;
  const [revoke] = useRevokeAuthTokenMutation();
  const { errors, run } = useMutationsById();
  const { id: userId } = useUser();
  const { role } = workspace;
  const isOwner = canRevokeAuthTokens(role);
  const asksToRotate = useRotationLink() && linkedId !== undefined;
  const pending = rotateAction.usePending();
  const [rotation, setRotation] = useState(pending ?? (asksToRotate ? rotationOf([linkedId]) : undefined));
  const reauthenticate = rotateAction.useReauthenticate();
  const [failed, setFailed] = useState<Omit<Rotation, 'created'>>();
  const [tokenToRevoke, setTokenToRevoke] = useState<AuthToken>();
  const canRotate = useCallback(
    (token: AuthToken) => canRotateToken(token, { userId, role, policy }),
    [userId, role, policy],
  );
  const revokeToken = useCallback(
    ({ id }: AuthToken) => void run(id, () => revoke({ params: { workspaceId: workspace.id, tokenId: id } })),
    [run, revoke, workspace.id],
  );
  const inherited = isOwner
    ? tokens.filter(
        (token) => token.userId === null && token.creatorUserId !== userId && isActive(token, now) && canRotate(token),
      )
    : [];
  const rotatable = tokens.filter((token) => rotation?.tokenIds.includes(token.id) && canRotate(token));
  const tokensOfDialog = rotatable.length > 1 ? inherited : rotatable;
  const isDialogOpen = rotation !== undefined && tokensOfDialog.length > 0;
  // The dialog has the focus, and the row gets it afterwards.
  useLinkedRowFocus(linkedId, isLinkedRowShown && shownId === linkedId && !isDialogOpen);
  const isRotationRefused =
    asksToRotate &&
    linkedRow !== undefined &&
    linkedRow.replacedAt === null &&
    isActive(linkedRow, now) &&
    !canRotate(linkedRow);
  const columnsOfActive = useMemo(() => {
    const menu = (token: AuthToken) => (
      <TokenMenu
        workspace={workspace}
        token={token}
        error={errors.get(token.id)}
        onRotate={canRotate(token) ? () => setRotation(rotationOf([token.id])) : undefined}
        onRevoke={canChangeAuthToken(token, { userId, role }) ? () => setTokenToRevoke(token) : undefined}
        onRetry={() => revokeToken(token)}
      />
    );
    return activeColumns({ principals, policy, menu, isOwner });
  }, [workspace, isOwner, principals, policy, canRotate, revokeToken, userId, role, errors]);
  const columnsOfInactive = useMemo(
    () => inactiveColumns({ principals, policy }, now, isOwner),
    [isOwner, principals, policy, now],
  );
  const noMatches = (kind: string) => search.trim() !== '' && `No ${kind} tokens match “${search.trim()}”`;
  return (
    <>
      {failed && failed.missed > 0 && (
        <ErrorAlert
          error={failed.error}
          title={`${failed.missed} ${failed.missed === 1 ? 'token was' : 'tokens were'} not rotated`}
        />
      )}
      {isRotationRefused && (
        <Alert tone="info" message="The token policy of this workspace doesn’t let you rotate this token." />
      )}
      {inherited.length > 0 && (
        <Alert
          tone="warning"
          title="Someone else may have secrets of service accounts"
          message={inheritedMessage(inherited.length)}
          action={
            <Button
              size="sm"
              onClick={() =>
                setRotation(
                  rotationOf(
                    inherited.map(({ id }) => id),
                    '0',
                  ),
                )
              }
            >
              Rotate all...
            </Button>
          }
        />
      )}
      {searchBox && <div className="justify-self-end">{searchBox}</div>}
      <TokenTable
        title="Active Tokens"
        columns={columnsOfActive}
        tokens={active}
        linkedRow={shownId}
        empty={
          noMatches('active') || (
            <EmptyState icon="key" title="No active tokens" text="Generate a token with the form above." />
          )
        }
      />
      {/* Not shown before the table above has its height, so that this one does not move. */}
      {showsInactive && (
        <TokenTable
          title="Inactive Tokens"
          columns={columnsOfInactive}
          tokens={inactive}
          linkedRow={shownId}
          empty={noMatches('inactive') || 'Expired and revoked tokens appear here.'}
        />
      )}
      <Suspense fallback={null}>
        {isDialogOpen && (
          <RotateDialog
            workspaceId={workspace.id}
            tokens={tokensOfDialog}
            principals={principals}
            request={rotation}
            onLogIn={reauthenticate}
            onRotated={(result) => {
              onRotated(
                result.created.map((created) => ({
                  ...created,
                  serviceAccount: principals.serviceAccountOf(created.authToken),
                })),
              );
              setFailed(result);
            }}
            onClose={() => setRotation(undefined)}
          />
        )}
        {tokenToRevoke && (
          <RevokeDialog
            workspace={workspace}
            token={tokenToRevoke}
            onRevoke={() => revokeToken(tokenToRevoke)}
            onClose={() => setTokenToRevoke(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

const searchText = (token: AuthToken) => `${tokenName(token)} ${token.id}`;

interface TokenTableProps {
  title: string;
  columns: readonly TableColumn<AuthToken>[];
  tokens: ReturnType<typeof useIncrementalList<AuthToken>>;
  empty: ReactNode;
  linkedRow: string | undefined;
}

function TokenTable({ title, columns, tokens, empty, linkedRow }: TokenTableProps) {
  const { visibleRows, isLoadingMore, isIncomplete, footer } = tokens;
  return (
    <Card flush title={title}>
      <Table
        caption={title}
        columns={columns}
        rows={visibleRows}
        rowKey={({ id }) => id}
        linkedRow={linkedRow}
        loading={isLoadingMore && visibleRows.length === 0}
        empty={isIncomplete ? 'No matches in the tokens loaded so far.' : empty}
      />
      {footer}
    </Card>
  );
}
