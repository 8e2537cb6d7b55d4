import { formatSortCursor, type ListQuery, type SortPosition, type Workspace } from '@portal/contract';
import { selectList } from '../../platform/db/select-list.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { paginateIfRequested, sortPositionAfter } from '../../request/call/pagination.ts';
import type { PaginatedContext } from '../../request/call/types.ts';

/** A row of the list: what its members see, and its position. */
type WorkspaceRow = Omit<Workspace, 'createdAt' | 'lastActiveAt'> &
  Pick<Prisma.WorkspaceGetPayload<object>, 'createdAt' | 'lastActiveAt'> & {
    readonly rank: number;
    readonly sortKey: string;
  };

/** The default workspace comes first, then the favourites. */
const rank = Prisma.sql`((NOT m.is_default)::int * 2 + (NOT m.is_favourite)::int)`;
/** Compared by bytes, so that the order does not depend on the locale of the server. */
const sortKey = Prisma.sql`workspace_sort_key(w.instance_env_type, w.display_name) COLLATE "C"`;

/** Where each field of a workspace comes from. `withOwners` adds the owner. */
const columns: Readonly<Record<Exclude<keyof WorkspaceRow, 'owner'>, Prisma.Sql>> = {
  id: Prisma.sql`w.id`,
  displayName: Prisma.sql`w.display_name`,
  description: Prisma.sql`w.description`,
  instanceUrl: Prisma.sql`w.instance_url`,
  instanceEnvType: Prisma.sql`w.instance_env_type`,
  approvalsEnabled: Prisma.sql`w.approvals_enabled`,
  creatorUserId: Prisma.sql`w.creator_user_id`,
  creatorUser: Prisma.sql`jsonb_build_object('firstName', c.first_name, 'lastName', c.last_name, 'nickname', c.nickname)`,
  createdAt: Prisma.sql`w.created_at`,
  lastActiveAt: Prisma.sql`w.last_active_at`,
  role: Prisma.sql`m.role`,
  isDefault: Prisma.sql`m.is_default`,
  isFavourite: Prisma.sql`m.is_favourite`,
  isHidden: Prisma.sql`m.is_hidden`,
  rank,
  sortKey,
};

/** The workspaces of a user that are neither deleted nor quarantined. */
const activeWorkspaces = (userId: string) => Prisma.sql`
  SELECT ${selectList(columns)}
  FROM memberships m
  JOIN workspaces w ON w.id = m.workspace_id AND w.deleted_at IS NULL AND w.quarantined_at IS NULL
  JOIN users c ON c.id = w.creator_user_id
  WHERE m.user_id = ${userId}`;

/** Adds the owners to selected workspaces. */
const withOwners = (workspaces: Prisma.Sql) => Prisma.sql`
  SELECT w.*, o.owner FROM (${workspaces}) w LEFT JOIN LATERAL (
    SELECT jsonb_build_object('userId', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'nickname', u.nickname)
      AS owner
    FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = w.id AND m.role = 'OWNER'
  ) o ON true`;

/** The workspaces after a position of the list; without a limit all of them. */
const workspacesOfUser = (userId: string, after: SortPosition, limit: number | null) => Prisma.sql`
  /* workspaces-of-user */ ${withOwners(Prisma.sql`
    ${activeWorkspaces(userId)} AND (${rank}, ${sortKey}, w.id) > (${after.rank}::int, ${after.sortKey}::text, ${after.id}::text)
    ORDER BY rank, "sortKey", w.id LIMIT ${limit}::int`)}
  ORDER BY rank, "sortKey", w.id`;

/** Lists all active workspaces of a user: the default, then favourites, then by type and name. */
export const listWorkspaces = async (userId: string, { db }: DbContext): Promise<Workspace[]> =>
  (await db.$queryRaw<WorkspaceRow[]>(workspacesOfUser(userId, sortPositionAfter(), null))).map(toWorkspace);

/** Lists a page of the same list; all of it if the query has neither `after` nor `limit`. */
export async function listWorkspacesPage(
  userId: string,
  query: ListQuery,
  context: DbContext & PaginatedContext,
): Promise<Workspace[]> {
  const rows = await paginateIfRequested(query, formatSortCursor, context, (limit) =>
    context.db.$queryRaw<WorkspaceRow[]>(workspacesOfUser(userId, sortPositionAfter(query.after), limit)),
  );
  return rows.map(toWorkspace);
}

/** Returns an active workspace as this member sees it; null if it is not active or the user is not a member. */
export async function findWorkspace(userId: string, workspaceId: string, { db }: DbContext): Promise<Workspace | null> {
  const [row] = await db.$queryRaw<WorkspaceRow[]>`
    /* workspace-of-user */ ${withOwners(Prisma.sql`${activeWorkspaces(userId)} AND m.workspace_id = ${workspaceId}`)}`;
  return row ? toWorkspace(row) : null;
}

const toWorkspace = ({
  rank: _rank,
  sortKey: _sortKey,
  createdAt,
  lastActiveAt,
  ...fields
}: WorkspaceRow): Workspace => ({
  ...fields,
  createdAt: createdAt.toISOString(),
  lastActiveAt: lastActiveAt?.toISOString() ?? null,
});
