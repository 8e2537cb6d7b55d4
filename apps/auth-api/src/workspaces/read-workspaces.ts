import {
  placeCursorOf,
  type InstanceEnvType,
  type Workspace,
  type WorkspaceRole,
  type PartOfList,
  type PlaceInList,
} from '@portal/contract';
import { Prisma } from '../generated/prisma/client.ts';
import type { PagedContext } from '../http/handlers.ts';
import { partOfList, placeBefore } from '../http/part-of-list.ts';
import type { Work } from '../http/transaction.ts';

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
  rank: number;
  order: string;
}

/** The default workspace first, then the favourites. */
const rank = Prisma.sql`((NOT m.is_default)::int * 2 + (NOT m.is_favourite)::int)`;
/** By bytes, so the order is the same on every machine. */
const sortKey = Prisma.sql`workspace_sort_key(w.instance_env_type, w.display_name) COLLATE "C"`;

/** The live workspaces of a user. */
const select = (userId: string) => Prisma.sql`
  SELECT w.id, w.display_name AS "displayName", w.description, w.instance_url AS "instanceUrl",
    w.instance_env_type AS "instanceEnvType", w.approvals_enabled AS "approvalsEnabled",
    w.creator_user_id AS "creatorUserId", w.created_at AS "createdAt",
    m.role, m.is_default AS "isDefault", m.is_favourite AS "isFavourite", m.is_hidden AS "isHidden",
    c.first_name AS "creatorFirstName", c.last_name AS "creatorLastName", c.nickname AS "creatorNickname",
    ${rank} AS rank, ${sortKey} AS "order"
  FROM memberships m
  JOIN workspaces w ON w.id = m.workspace_id AND w.deleted_at IS NULL AND w.quarantined_at IS NULL
  JOIN users c ON c.id = w.creator_user_id
  WHERE m.user_id = ${userId}`;

/** At most `limit` rows after the last one of the page before; all rows if it is null. */
const ofUser = (userId: string, after: PlaceInList, limit: number | null) => Prisma.sql`
  /* workspaces-of-user */
  ${select(userId)} AND (${rank}, ${sortKey}, w.id) > (${after.rank}::int, ${after.order}::text, ${after.id}::text)
  ORDER BY rank, "order", w.id LIMIT ${limit}::int`;

/** All live workspaces of a person, in the order of the list. */
export const listWorkspacesOf = async (userId: string, { db }: Work): Promise<Workspace[]> =>
  (await db.$queryRaw<WorkspaceRow[]>(ofUser(userId, placeBefore(), null))).map(presentWorkspace);

/** The part of that list that is asked for. */
export async function readWorkspacesPage(
  userId: string,
  page: PartOfList,
  context: Work & PagedContext,
): Promise<Workspace[]> {
  const rows = await partOfList(page, placeCursorOf, context, (most) =>
    context.db.$queryRaw<WorkspaceRow[]>(ofUser(userId, placeBefore(page.after), most)),
  );
  return rows.map(presentWorkspace);
}

/** One live workspace as one of its members sees it; null if it is gone, or they are no member any more. */
export async function readWorkspaceOf(userId: string, workspaceId: string, { db }: Work): Promise<Workspace | null> {
  const [row] = await db.$queryRaw<WorkspaceRow[]>`
    /* workspace-of-user */ ${select(userId)} AND m.workspace_id = ${workspaceId}`;
  return row ? presentWorkspace(row) : null;
}

function presentWorkspace(row: WorkspaceRow): Workspace {
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
  };
}
