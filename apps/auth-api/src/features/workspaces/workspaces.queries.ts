import {
  formatSortCursor,
  type InstanceEnvType,
  type ListQuery,
  type SortPosition,
  type Workspace,
  type WorkspaceRole,
} from '@portal/contract';
import type { DbContext } from '../../platform/db/transaction.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { paginateIfRequested, sortPositionAfter } from '../../request/call/pagination.ts';
import type { PaginatedContext } from '../../request/call/types.ts';

interface WorkspaceRow {
  id: string;
  displayName: string;
  description: string | null;
  instanceUrl: string;
  instanceEnvType: InstanceEnvType;
  approvalsEnabled: boolean;
  creatorUserId: string;
  createdAt: Date;
  role: WorkspaceRole;
  isDefault: boolean;
  isFavourite: boolean;
  isHidden: boolean;
  creatorFirstName: string | null;
  creatorLastName: string | null;
  creatorNickname: string;
  owner: Workspace['owner'];
  lastActiveAt: Date | null;
  rank: number;
  sortKey: string;
}

/** The default workspace comes first, then the favourites. */
const rank = Prisma.sql`((NOT m.is_default)::int * 2 + (NOT m.is_favourite)::int)`;
/** Compared by bytes, so that the order does not depend on the locale of the server. */
const sortKey = Prisma.sql`workspace_sort_key(w.instance_env_type, w.display_name) COLLATE "C"`;

/** The workspaces of a user that are neither deleted nor quarantined. */
const activeWorkspaces = (userId: string) => Prisma.sql`
  SELECT w.id, w.display_name AS "displayName", w.description, w.instance_url AS "instanceUrl",
    w.instance_env_type AS "instanceEnvType", w.approvals_enabled AS "approvalsEnabled",
    w.creator_user_id AS "creatorUserId", w.created_at AS "createdAt",
    m.role, m.is_default AS "isDefault", m.is_favourite AS "isFavourite", m.is_hidden AS "isHidden",
    c.first_name AS "creatorFirstName", c.last_name AS "creatorLastName", c.nickname AS "creatorNickname",
    w.last_active_at AS "lastActiveAt",
    ${rank} AS rank, ${sortKey} AS "sortKey"
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

function toWorkspace(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    displayName: row.displayName,
    description: row.description,
    instanceUrl: row.instanceUrl,
    instanceEnvType: row.instanceEnvType,
    approvalsEnabled: row.approvalsEnabled,
    creatorUserId: row.creatorUserId,
    createdAt: row.createdAt.toISOString(),
    role: row.role,
    isDefault: row.isDefault,
    isFavourite: row.isFavourite,
    isHidden: row.isHidden,
    creatorUser: { firstName: row.creatorFirstName, lastName: row.creatorLastName, nickname: row.creatorNickname },
    owner: row.owner,
    lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
  };
}
