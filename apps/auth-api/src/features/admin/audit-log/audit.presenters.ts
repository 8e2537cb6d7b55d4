import type { AuditEntry as StaffEntry } from '@portal/contract';
import type { DbContext } from '../../../platform/db/transaction.ts';
import type { AuditEntry } from '../../audit-log/audit.queries.ts';
import { detailsOf, erasedField, loadEntryNames, uniqueIds } from '../../audit-log/entry-names.ts';

/** Entries as staff see them, with the names of what they refer to. */
export async function toStaffEntries(rows: readonly AuditEntry[], context: DbContext): Promise<StaffEntry[]> {
  const { actorOf, tokenOf, subjectOf } = await loadEntryNames(rows, context);
  const workspaces = await context.db.workspace.findMany({
    where: { id: { in: uniqueIds(rows, (row) => row.workspaceId) } },
    select: { id: true, displayName: true },
  });
  const workspaceNames = new Map(workspaces.map(({ id, displayName }) => [id, displayName]));
  return rows.map((row) => ({
    id: row.id,
    occurredAt: row.occurredAt.toISOString(),
    action: row.action,
    actor: actorOf(row),
    credential: row.credential,
    token: tokenOf(row),
    workspace:
      row.workspaceId === null
        ? null
        : { workspaceId: row.workspaceId, displayName: workspaceNames.get(row.workspaceId) ?? null },
    subject: subjectOf(row),
    details: detailsOf(row),
    ip: row.ip,
    userAgent: row.userAgent,
    requestId: row.requestId,
    ...erasedField(row.erased),
  }));
}
