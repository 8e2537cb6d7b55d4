import type { AuditEntry, auditCalls } from '@portal/contract';
import type { AuditEntry as Row } from '../generated/prisma/client.ts';
import { csvFile } from '../http/csv-file.ts';
import type { Handlers } from '../http/handlers.ts';
import type { Work } from '../http/transaction.ts';
import { ownActs, readsOfSupport } from './act-of-support.ts';
import { presenter } from './audit.present.ts';
import { entryColumns } from './entry-columns.ts';
import { readEntries, readEntriesInBatches } from './read-entries.ts';
import { staffFilters } from './staff-filters.ts';

/** Far from what a busy machine can't read in the time that a request waits for the database. */
const batchSize = 1_000;

export const auditHandlers: Handlers<typeof auditCalls> = {
  async listAuditEntries({ query }, context) {
    const { rows, next } = await readEntries(query, context, await staffFilters(query, context));
    context.note({ details: { ...given(query), found: rows.length } });
    if (next !== null) context.linkNext(next);
    const { forStaff } = await presenter(rows, context);
    return { entries: rows.map(forStaff), next };
  },

  async exportAuditEntries({ query }, context) {
    context.note({ details: given(query) });
    const batches = readEntriesInBatches(query, batchSize, context, await staffFilters(query, context));
    return csvFile('audit-log.csv', entryColumns, presented(batches, context));
  },

  async listWorkspaceAuditEntries({ query }, context) {
    const { workspaceId } = context.membership;
    const namesSomebody = query.actorUserId !== undefined || query.subjectUserId !== undefined;
    // Otherwise a filter would tell whom of support an act is of.
    const alsoWhere = { action: namesSomebody ? { in: ownActs } : { notIn: readsOfSupport } };
    const { rows, next } = await readEntries({ ...query, workspaceId }, context, alsoWhere);
    if (next !== null) context.linkNext(next);
    const { forOwner } = await presenter(rows, context, workspaceId);
    return { entries: rows.map(forOwner), next };
  },
};

const given = (query: object) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

async function* presented(batches: AsyncIterable<Row[]>, work: Work): AsyncGenerator<AuditEntry[]> {
  for await (const rows of batches) yield rows.map((await presenter(rows, work)).forStaff);
}
