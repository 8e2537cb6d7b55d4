import { lockColumnsOfUser } from './account-locks.queries.ts';
import type { ActorRow } from './actor.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** The columns of a user with the names of the Prisma model, the database's clock, and the pending deletion of the account. */
export const userColumns = Prisma.sql`
  u.id, u.auth0_id AS "auth0Id", u.email, u.email_verified AS "emailVerified", u.first_name AS "firstName",
  u.last_name AS "lastName", u.nickname, u.picture_url AS "pictureUrl",
  u.provider_picture_url AS "providerPictureUrl", u.github_username AS "githubUsername",
  u.discord_username AS "discordUsername", u.tos_version_id AS "tosVersionId",
  u.reviewed_profile_at AS "reviewedProfileAt", u.shows_first_steps AS "showsFirstSteps", ${lockColumnsOfUser},
  u.sessions_ended_at AS "sessionsEndedAt",
  u.signed_up_at AS "signedUpAt", u.last_login_at AS "lastLoginAt", u.created_at AS "createdAt", now() AS now,
  (SELECT d.due_at FROM account_deletions d
    WHERE d.user_id = u.id AND d.cancelled_at IS NULL AND d.completed_at IS NULL) AS "deletionDueAt"`;

const sessionColumns = Prisma.sql`
  s.id AS "sessionId", s.created_at AS "startedAt", s.last_seen_at AS "lastSeenAt", s.logged_in_at AS "loggedInAt",
  s.is_staff AS "isStaff", s.verified_email AS "verifiedEmail"`;

const activeSessionCondition = (idHash: string, idleSeconds: number) => Prisma.sql`
  s.id_hash = ${idHash} AND s.expires_at > now() AND s.last_seen_at > now() - make_interval(secs => ${idleSeconds})`;

/** The user of a session. Returns one row, or none if the session has expired. */
export const actorBySessionQuery = (idHash: string, idleSeconds: number) => Prisma.sql`
  /* actor-by-session */
  SELECT ${userColumns}, ${sessionColumns}, NULL AS "workspaceId", NULL AS role
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE ${activeSessionCondition(idHash, idleSeconds)}`;

/** The policy of a workspace with the alias `w`. */
export const policyColumns = Prisma.sql`
  w.token_makers AS "tokenMakers", w.token_max_days AS "tokenMaxDays", w.token_writes_allowed AS "tokenWritesAllowed"`;

const activeMembershipOf = (workspaceId: string) => Prisma.sql`
  (memberships m JOIN workspaces w ON w.id = m.workspace_id AND w.deleted_at IS NULL AND w.quarantined_at IS NULL)
  ON m.user_id = u.id AND m.workspace_id = ${workspaceId}`;

/** The user of a session, with their membership in an active workspace if they have one. */
export const actorInWorkspaceBySessionQuery = (idHash: string, idleSeconds: number, workspaceId: string) => Prisma.sql`
  /* actor-in-workspace-by-session */
  SELECT ${userColumns}, ${sessionColumns}, m.workspace_id AS "workspaceId", m.role, ${policyColumns}
  FROM sessions s JOIN users u ON u.id = s.user_id
  LEFT JOIN ${activeMembershipOf(workspaceId)}
  WHERE ${activeSessionCondition(idHash, idleSeconds)}`;

/** The user's key, for the audit entries of a change. It is not locked. */
export const personalKeyColumns = Prisma.sql`pk.id AS "personalKeyId", pk.key AS "personalKey"`;
const personalKeyJoin = Prisma.sql`LEFT JOIN personal_keys pk ON pk.user_id = u.id`;

/** Locks a row for a change or for reading. */
export const rowLock = (isChanged: boolean) => (isChanged ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.sql`FOR SHARE`);

/**
 * Like `actorBySessionQuery`, and locks the rows until the transaction ends. PostgreSQL locks them in the order of the clauses, and
 * returns the newest version of a row for which it waited.
 */
export const lockedActorQuery = (idHash: string, idleSeconds: number, changes: readonly ActorRow[]) => Prisma.sql`
  SELECT ${userColumns}, ${sessionColumns}, ${personalKeyColumns}, NULL AS "workspaceId", NULL AS role
  FROM sessions s JOIN users u ON u.id = s.user_id ${personalKeyJoin}
  WHERE ${activeSessionCondition(idHash, idleSeconds)}
  ${rowLock(changes.includes('user'))} OF u FOR KEY SHARE OF s`;

/** The same with the membership in an active workspace. Returns no row without it. */
export const lockedMemberQuery = (
  idHash: string,
  idleSeconds: number,
  workspaceId: string,
  changes: readonly ActorRow[],
) => Prisma.sql`
  SELECT ${userColumns}, ${sessionColumns}, ${personalKeyColumns}, m.workspace_id AS "workspaceId", m.role, ${policyColumns}
  FROM sessions s JOIN users u ON u.id = s.user_id ${personalKeyJoin}
  JOIN ${activeMembershipOf(workspaceId)}
  WHERE ${activeSessionCondition(idHash, idleSeconds)}
  ${rowLock(changes.includes('user'))} OF u ${rowLock(changes.includes('workspace'))} OF w
  ${rowLock(changes.includes('membership'))} OF m FOR KEY SHARE OF s`;
