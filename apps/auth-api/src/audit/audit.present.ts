import type { AuditEntry as EntryForStaff, AuditPerson, WorkspaceAuditEntry as EntryForOwner } from '@portal/contract';
import type { AuditEntry } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';
import { isActOfSupport } from './act-of-support.ts';

/**
 * Reads the names of all whom a page of the log mentions, or only of those who are members of a workspace now: what others
 * are called today is not its owner's to know. A line itself has
 * their ids, and the address of who came to a workspace, was given a role there, or went.
 */
export async function presenter(rows: readonly AuditEntry[], { db }: Work, membersOf?: string) {
  const ids = (pick: (row: AuditEntry) => string | null) =>
    [...new Set(rows.map(pick))].filter((id): id is string => id !== null);
  const userIds = [...ids((row) => row.actorUserId), ...ids((row) => row.subjectUserId)];
  const users = await db.user.findMany({
    where: {
      id: { in: userIds },
      ...(membersOf !== undefined && { memberships: { some: { workspaceId: membersOf } } }),
    },
    select: { id: true, nickname: true, email: true },
  });
  const workspaces = await db.workspace.findMany({
    where: { id: { in: ids((row) => row.workspaceId) } },
    select: { id: true, displayName: true },
  });
  const userOf = new Map(users.map((user) => [user.id, user]));
  const nameOf = new Map(workspaces.map(({ id, displayName }) => [id, displayName]));
  const person = (userId: string): AuditPerson => {
    const user = userOf.get(userId);
    return { userId, nickname: user?.nickname ?? null, email: user?.email ?? null };
  };
  const subjectOf = ({ subjectUserId }: AuditEntry) => (subjectUserId === null ? null : person(subjectUserId));
  const workspaceOf = ({ workspaceId }: AuditEntry) => {
    if (workspaceId === null) return null;
    return { workspaceId, displayName: nameOf.get(workspaceId) ?? null };
  };
  const detailsOf = ({ details }: AuditEntry) => details as Record<string, unknown> | null;

  return {
    forStaff: (row: AuditEntry): EntryForStaff => ({
      id: row.id,
      occurredAt: row.occurredAt.toISOString(),
      action: row.action,
      actor: person(row.actorUserId),
      credential: row.credential,
      workspace: workspaceOf(row),
      subject: subjectOf(row),
      details: detailsOf(row),
      ip: row.ip,
      userAgent: row.userAgent,
      requestId: row.requestId,
    }),

    /**
     * Where colleagues work from and with what is theirs, and who works for support, and why it acts, is the company's own
     * business; whether the workspace was closed and is everybody saw.
     */
    forOwner: (row: AuditEntry): EntryForOwner => {
      const { id, action } = row;
      const bySupport = isActOfSupport(action);
      const told = bySupport
        ? {
            actor: null,
            subject: null,
            details: action === 'quarantineWorkspace' ? toldOfQuarantine(detailsOf(row)) : null,
          }
        : { actor: person(row.actorUserId), subject: subjectOf(row), details: detailsOf(row) };
      return { id, occurredAt: row.occurredAt.toISOString(), action, bySupport, ...told };
    },
  };
}

/** Whether the workspace was closed, and whether it is since then; nothing of why. */
function toldOfQuarantine(details: Record<string, unknown> | null): Record<string, unknown> | null {
  const change = details?.['quarantine'];
  if (typeof change !== 'object' || change === null || !('from' in change) || !('to' in change)) return null;
  return { wasQuarantined: change.from !== null, isQuarantined: change.to !== null };
}
