import { lockColumnsOfUser } from './account-locks.queries.ts';
import type { ActorRow } from './actor.ts';
import { personalKeyColumns, policyColumns, rowLock, userColumns } from './actor.queries.ts';
import { Prisma } from '../../generated/prisma/client.ts';

const tokenColumns = Prisma.sql`
  t.id AS "tokenId", t.name AS "tokenName", t.workspace_id AS "workspaceId", t.expires_at AS "expiresAt",
  t.revoked_at AS "revokedAt", t.replaced_at AS "replacedAt",
  t.used_after_replaced_at AS "usedAfterReplacedAt", t.last_used_at AS "lastUsedAt", t.scopes, t.networks, ${policyColumns}`;

const activeWorkspaceOfToken = Prisma.sql`
  JOIN workspaces w ON w.id = t.workspace_id AND w.deleted_at IS NULL AND w.quarantined_at IS NULL`;

const ofUserToken = Prisma.sql`
  FROM auth_tokens t JOIN users u ON u.id = t.user_id ${activeWorkspaceOfToken}
  JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id`;

/**
 * An API token and the user that it acts as. Returns no row if the membership or the workspace has ended. The caller checks whether the
 * token has.
 */
export const actorByApiTokenQuery = (id: string) => Prisma.sql`
  /* actor-by-api-token */
  SELECT ${userColumns}, ${tokenColumns}, m.role ${ofUserToken} WHERE t.id = ${id}`;

/** The same, and locks the rows until the transaction ends. */
export const lockedApiTokenQuery = (id: string, changes: readonly ActorRow[]) => Prisma.sql`
  SELECT ${userColumns}, ${tokenColumns}, m.role, ${personalKeyColumns}
  ${ofUserToken} LEFT JOIN personal_keys pk ON pk.user_id = u.id
  WHERE t.id = ${id}
  ${rowLock(changes.includes('user'))} OF u ${rowLock(changes.includes('workspace'))} OF w
  ${rowLock(changes.includes('membership'))} OF m ${rowLock(changes.includes('token'))} OF t`;

const serviceAccountColumns = Prisma.sql`
  s.id AS "serviceAccountId", s.name AS "serviceAccountName", s.role, u.id AS "ownerId",
  u.tos_version_id AS "tosVersionId", ${lockColumnsOfUser}, now() AS now`;

const ofServiceAccountToken = Prisma.sql`
  FROM auth_tokens t JOIN service_accounts s ON s.id = t.service_account_id AND s.deleted_at IS NULL ${activeWorkspaceOfToken}
  JOIN memberships m ON m.workspace_id = w.id AND m.role = 'OWNER' JOIN users u ON u.id = m.user_id`;

/** An API token, the service account that it acts as, and the owner of the workspace. */
export const actorByServiceAccountTokenQuery = (id: string) => Prisma.sql`
  /* actor-by-service-account-token */
  SELECT ${serviceAccountColumns}, ${tokenColumns} ${ofServiceAccountToken} WHERE t.id = ${id}`;

/** The same, and locks the rows until the transaction ends. */
export const lockedServiceAccountTokenQuery = (id: string, changes: readonly ActorRow[]) => Prisma.sql`
  SELECT ${serviceAccountColumns}, ${tokenColumns}, ${personalKeyColumns}
  ${ofServiceAccountToken} LEFT JOIN personal_keys pk ON pk.service_account_id = s.id
  WHERE t.id = ${id}
  FOR SHARE OF u ${rowLock(changes.includes('workspace'))} OF w FOR SHARE OF m FOR SHARE OF s
  ${rowLock(changes.includes('token'))} OF t`;

const ofTerminalLogin = Prisma.sql`
  FROM sessions s JOIN terminal_logins t ON t.session_id = s.id JOIN users u ON u.id = s.user_id`;

const activeMemberships = Prisma.sql`
  (memberships m JOIN workspaces w ON w.id = m.workspace_id AND w.deleted_at IS NULL AND w.quarantined_at IS NULL)`;

/** The membership in the workspace of the access token, if the login includes it. */
const isMembershipOf = (workspaceId: string | null) => Prisma.sql`
  m.user_id = u.id AND m.workspace_id = ${workspaceId} AND (t.workspace_ids = '{}' OR m.workspace_id = ANY (t.workspace_ids))`;

const terminalColumns = Prisma.sql`
  t.client_id AS "clientId", t.scopes AS "loginScopes", m.workspace_id AS "workspaceId", m.role, ${policyColumns},
  s.created_at AS "startedAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "sessionExpiresAt"`;

/** The user of a terminal login, with their membership in the workspace of the access token, if it has one. */
export const actorByTerminalTokenQuery = (sessionId: string, workspaceId: string | null) => Prisma.sql`
  /* actor-by-terminal-token */
  SELECT ${userColumns}, ${terminalColumns}
  ${ofTerminalLogin} LEFT JOIN ${activeMemberships} ON ${isMembershipOf(workspaceId)}
  WHERE s.id = ${sessionId}`;

/** The same with a workspace, and locks the rows until the transaction ends. */
export const lockedTerminalTokenQuery = (
  sessionId: string,
  workspaceId: string,
  changes: readonly ActorRow[],
) => Prisma.sql`
  SELECT ${userColumns}, ${terminalColumns}, ${personalKeyColumns}
  ${ofTerminalLogin} LEFT JOIN personal_keys pk ON pk.user_id = u.id
  JOIN ${activeMemberships} ON ${isMembershipOf(workspaceId)}
  WHERE s.id = ${sessionId}
  ${rowLock(changes.includes('user'))} OF u ${rowLock(changes.includes('workspace'))} OF w
  ${rowLock(changes.includes('membership'))} OF m FOR KEY SHARE OF s`;

/** The user of an instance token, with the session that entered the instance. Returns no row if any of what it depends on has ended. */
export const actorByInstanceTokenQuery = (id: string) => Prisma.sql`
  /* actor-by-instance-token */
  SELECT ${userColumns}, t.id AS "tokenId", t.expires_at AS "expiresAt", m.workspace_id AS "workspaceId", m.role, ${policyColumns},
    s.id AS "sessionId", s.created_at AS "startedAt", s.last_seen_at AS "lastSeenAt", s.is_staff AS "isStaff"
  FROM instance_tokens t JOIN users u ON u.id = t.user_id JOIN sessions s ON s.id = t.session_id
  JOIN memberships m ON m.user_id = u.id AND m.workspace_id = t.workspace_id ${activeWorkspaceOfToken}
  WHERE t.id = ${id} AND t.revoked_at IS NULL AND t.expires_at > now() AND s.expires_at > now()`;
