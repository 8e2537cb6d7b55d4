import type { AuditActor, AuditUser } from '@portal/contract';
import type { DbContext } from '../../platform/db/transaction.ts';
import type { AuditEntry } from './audit.queries.ts';

/** The different ids that entries have in a column. */
export const uniqueIds = (rows: readonly AuditEntry[], idOf: (row: AuditEntry) => string | null): string[] =>
  [...new Set(rows.map(idOf))].filter((id) => id !== null);

/**
 * Loads the names of the users, service accounts and tokens that entries refer to, and returns functions that format them.
 * With `membersOf`, the id of a workspace, only the names of its current members: its owner may not see the current names of
 * former members. Entries about joining, roles and leaving contain the email address of that time in their details.
 */
export async function loadEntryNames(rows: readonly AuditEntry[], { db }: DbContext, membersOf?: string) {
  const serviceAccounts = await db.serviceAccount.findMany({
    where: { id: { in: uniqueIds(rows, (row) => row.actorServiceAccountId) } },
    select: { id: true, name: true },
  });
  const tokens = await db.authToken.findMany({
    where: { id: { in: uniqueIds(rows, tokenIdOf) } },
    select: { id: true, name: true },
  });
  const userIds = [...uniqueIds(rows, (row) => row.actorUserId), ...uniqueIds(rows, (row) => row.subjectUserId)];
  const users = await db.user.findMany({
    where: {
      id: { in: userIds },
      ...(membersOf !== undefined && { memberships: { some: { workspaceId: membersOf } } }),
    },
    select: { id: true, nickname: true, email: true },
  });
  const usersById = new Map(users.map((user) => [user.id, user]));
  const namesOfServiceAccounts = new Map(serviceAccounts.map(({ id, name }) => [id, name]));
  const namesOfTokens = new Map(tokens.map(({ id, name }) => [id, name]));
  const toAuditUser = (userId: string): AuditUser => {
    const user = usersById.get(userId);
    return { userId, nickname: user?.nickname ?? null, email: user?.email ?? null };
  };
  return {
    /** Null if the portal itself did it. */
    actorOf: ({ actorUserId, actorServiceAccountId: id }: AuditEntry): AuditActor | null => {
      if (actorUserId !== null) return toAuditUser(actorUserId);
      return id === null ? null : { serviceAccountId: id, name: namesOfServiceAccounts.get(id) ?? null };
    },
    tokenOf: (row: AuditEntry) => {
      const tokenId = tokenIdOf(row);
      return tokenId === null ? null : { tokenId, name: namesOfTokens.get(tokenId) ?? null };
    },
    subjectOf: ({ subjectUserId }: AuditEntry) => (subjectUserId === null ? null : toAuditUser(subjectUserId)),
  };
}

/** The id of the API token that was used; null for another credential. */
const tokenIdOf = ({ credential, credentialId }: AuditEntry) => (credential === 'api' ? credentialId : null);

export const detailsOf = ({ details }: AuditEntry) => details as Record<string, unknown> | null;

/** The paths of the erased values, if there are any. */
export const erasedField = (erased: readonly string[]) => (erased.length > 0 ? { erased: [...erased] } : {});
