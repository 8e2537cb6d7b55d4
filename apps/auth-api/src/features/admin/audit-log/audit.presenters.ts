import type {
  AuditActor,
  AuditUser,
  AuditEntry as StaffEntry,
  WorkspaceAuditEntry as OwnerEntry,
} from '@portal/contract';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { isStaffAction } from '../../../request/audit/action-groups.ts';
import type { AuditEntry } from './audit.queries.ts';

/**
 * Loads the names of the users and workspaces that the entries refer to, and returns functions that format the entries.
 * With `membersOf`, the id of a workspace, only the names of its current members: its owner may not see the current names of
 * former members. Entries about joining, roles and leaving contain the email address of that time in their details.
 */
export async function loadAuditPresenters(rows: readonly AuditEntry[], { db }: DbContext, membersOf?: string) {
  const uniqueIds = (idOf: (row: AuditEntry) => string | null) =>
    [...new Set(rows.map(idOf))].filter((id): id is string => id !== null);
  const userIds = [...uniqueIds((row) => row.actorUserId), ...uniqueIds((row) => row.subjectUserId)];
  const serviceAccounts = await db.serviceAccount.findMany({
    where: { id: { in: uniqueIds((row) => row.actorServiceAccountId) } },
    select: { id: true, name: true },
  });
  const tokens = await db.authToken.findMany({
    where: { id: { in: uniqueIds(tokenIdOf) } },
    select: { id: true, name: true },
  });
  const users = await db.user.findMany({
    where: {
      id: { in: userIds },
      ...(membersOf !== undefined && { memberships: { some: { workspaceId: membersOf } } }),
    },
    select: { id: true, nickname: true, email: true },
  });
  const workspaces = await db.workspace.findMany({
    where: { id: { in: uniqueIds((row) => row.workspaceId) } },
    select: { id: true, displayName: true },
  });
  const usersById = new Map(users.map((user) => [user.id, user]));
  const workspaceNames = new Map(workspaces.map(({ id, displayName }) => [id, displayName]));
  const toAuditUser = (userId: string): AuditUser => {
    const user = usersById.get(userId);
    return { userId, nickname: user?.nickname ?? null, email: user?.email ?? null };
  };
  const namesOfServiceAccounts = new Map(serviceAccounts.map(({ id, name }) => [id, name]));
  const namesOfTokens = new Map(tokens.map(({ id, name }) => [id, name]));
  const toActor = ({ actorUserId, actorServiceAccountId }: AuditEntry): AuditActor =>
    actorUserId === null
      ? {
          serviceAccountId: actorServiceAccountId ?? '',
          name: namesOfServiceAccounts.get(actorServiceAccountId ?? '') ?? null,
        }
      : toAuditUser(actorUserId);
  const toToken = (row: AuditEntry) => {
    const tokenId = tokenIdOf(row);
    return tokenId === null ? null : { tokenId, name: namesOfTokens.get(tokenId) ?? null };
  };
  const subjectOf = ({ subjectUserId }: AuditEntry) => (subjectUserId === null ? null : toAuditUser(subjectUserId));
  const workspaceOf = ({ workspaceId }: AuditEntry) =>
    workspaceId === null ? null : { workspaceId, displayName: workspaceNames.get(workspaceId) ?? null };
  const detailsOf = ({ details }: AuditEntry) => details as Record<string, unknown> | null;

  return {
    toStaffEntry: (row: AuditEntry): StaffEntry => ({
      id: row.id,
      occurredAt: row.occurredAt.toISOString(),
      action: row.action,
      actor: toActor(row),
      credential: row.credential,
      token: toToken(row),
      workspace: workspaceOf(row),
      subject: subjectOf(row),
      details: detailsOf(row),
      ip: row.ip,
      userAgent: row.userAgent,
      requestId: row.requestId,
      ...erasedField(row.erased),
    }),

    /**
     * Omits IP address, user agent and the kind of credential, and for actions of staff also the actor and the reason. A quarantine of the
     * workspace only shows that it started or ended, which its members noticed anyway.
     */
    toOwnerEntry: (row: AuditEntry): OwnerEntry => {
      const { id, action } = row;
      const sequence = row.sequence === null ? null : Number(row.sequence);
      const bySupport = isStaffAction(action);
      const visible = bySupport
        ? {
            actor: null,
            token: null,
            subject: null,
            details: action === 'quarantineWorkspace' ? quarantineDetailsForOwner(detailsOf(row)) : null,
          }
        : {
            actor: toActor(row),
            token: toToken(row),
            subject: subjectOf(row),
            details: detailsOf(row),
            ...erasedField(row.erased.filter((path) => path.startsWith('details.'))),
          };
      return { id, sequence, occurredAt: row.occurredAt.toISOString(), action, bySupport, ...visible };
    },
  };
}

/** The id of the API token that was used; null for another credential. */
const tokenIdOf = ({ credential, credentialId }: AuditEntry) => (credential === 'api' ? credentialId : null);

const erasedField = (erased: readonly string[]) => (erased.length > 0 ? { erased: [...erased] } : {});

/** Whether the workspace was quarantined before and after the action, without the reason. */
function quarantineDetailsForOwner(details: Record<string, unknown> | null): Record<string, unknown> | null {
  const change = details?.['quarantine'];
  if (typeof change !== 'object' || change === null || !('from' in change) || !('to' in change)) return null;
  return { wasQuarantined: change.from !== null, isQuarantined: change.to !== null };
}
