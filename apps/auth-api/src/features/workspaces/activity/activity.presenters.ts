import type { WorkspaceAuditEntry } from '@portal/contract';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { isStaffAction } from '../../../request/audit/action-groups.ts';
import type { AuditEntry } from '../../audit-log/audit.queries.ts';
import { detailsOf, erasedField, loadEntryNames } from '../../audit-log/entry-names.ts';

/**
 * Entries of a workspace as its owner sees them. Omits IP address, user agent and the kind of credential, and for actions of staff also
 * the actor and the reason. A quarantine of the workspace only shows that it started or ended, which its members noticed anyway.
 */
export async function toOwnerEntries(
  rows: readonly AuditEntry[],
  workspaceId: string,
  context: DbContext,
): Promise<WorkspaceAuditEntry[]> {
  const { actorOf, tokenOf, subjectOf } = await loadEntryNames(rows, context, workspaceId);
  return rows.map((row) => {
    const { id, action, occurredAt, erased } = row;
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
          actor: actorOf(row),
          token: tokenOf(row),
          subject: subjectOf(row),
          details: detailsOf(row),
          ...erasedField(erased.filter((path) => path.startsWith('details.'))),
        };
    return { id, sequence, occurredAt: occurredAt.toISOString(), action, bySupport, ...visible };
  });
}

/** Whether the workspace was quarantined before and after the action, without the reason. */
function quarantineDetailsForOwner(details: Record<string, unknown> | null): Record<string, unknown> | null {
  const change = details?.['quarantine'];
  if (typeof change !== 'object' || change === null || !('from' in change) || !('to' in change)) return null;
  return { wasQuarantined: change.from !== null, isQuarantined: change.to !== null };
}
