import { markErased, type AuditEntry, type AuditExportQuery, type auditCalls, displayEmail } from '@portal/contract';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { toCsvFile, type CsvColumns } from '../../../request/responses/csv-file.ts';
import type { Handlers } from '../../../request/call/types.ts';
import type { Services } from '../../../request/call/services.ts';
import { listActivity, listActivityInBatches, toActivityCsv, toNdjson } from './activity.ts';
import { loadAuditPresenters } from './audit.presenters.ts';
import { listEntries, listEntriesInBatches, staffFilter, type AuditEntry as AuditEntryRow } from './audit.queries.ts';
import { personalToAddress } from '../../../request/audit/personal-values.ts';

/** Small enough that other requests hardly wait while a batch is decrypted. */
const batchSize = 250;

export const auditHandlers: Handlers<typeof auditCalls> = {
  async listAuditEntries({ query }, context) {
    const { rows, next } = await listEntries(query, context, await staffFilter(query, context));
    context.audit.record({ details: { ...queryDetails(query, context.services), found: rows.length } });
    if (next !== null) context.linkNext(next);
    const { toStaffEntry } = await loadAuditPresenters(rows, context);
    return { entries: rows.map(toStaffEntry), next };
  },

  async exportAuditEntries({ query }, context) {
    if (context.needsConfirmation) return context.confirmationPage(confirmExport);
    context.audit.record({ details: queryDetails(query, context.services) });
    const batches = listEntriesInBatches(query, batchSize, context, await staffFilter(query, context));
    return toCsvFile('audit-log.csv', csvColumns, toStaffEntries(batches, context));
  },

  async listWorkspaceAuditEntries({ query }, context) {
    const { workspaceId } = context.membership;
    const { rows, next } = await listActivity(query, context);
    if (next !== null) context.linkNext(next);
    const { toOwnerEntry } = await loadAuditPresenters(rows, context, workspaceId);
    return { entries: rows.map(toOwnerEntry), next };
  },

  exportWorkspaceAuditCsv({ query }, context) {
    if (context.needsConfirmation) return context.confirmationPage(confirmActivityExport);
    return toActivityCsv(listActivityInBatches(query, context));
  },

  exportWorkspaceAuditNdjson({ query }, context) {
    if (context.needsConfirmation) return context.confirmationPage(confirmActivityExport);
    return { fileName: 'activity.ndjson', parts: toNdjson(listActivityInBatches(query, context)) };
  },
};

const confirmExport = {
  title: 'Download the audit log?',
  text: 'This link downloads entries of the audit log. Continue only if you expected this.',
  label: 'Download',
};

const confirmActivityExport = {
  title: 'Download the activity?',
  text: 'This link downloads the activity of a workspace. Continue only if you expected this.',
  label: 'Download',
};

const queryDetails = ({ actorEmail, subjectEmail, ...query }: AuditExportQuery, services: Services) => ({
  ...query,
  ...(actorEmail !== undefined && { actorEmail: personalToAddress(actorEmail, services) }),
  ...(subjectEmail !== undefined && { subjectEmail: personalToAddress(subjectEmail, services) }),
});

async function* toStaffEntries(
  batches: AsyncIterable<AuditEntryRow[]>,
  context: DbContext,
): AsyncGenerator<AuditEntry[]> {
  for await (const rows of batches) {
    const { toStaffEntry } = await loadAuditPresenters(rows, context);
    yield rows.map((row) => markErased(toStaffEntry(row)));
  }
}

const csvColumns: CsvColumns<AuditEntry> = {
  'Occurred At': (entry) => entry.occurredAt,
  Action: (entry) => entry.action,
  'Actor Email': ({ actor }) => ('email' in actor && actor.email ? displayEmail(actor.email) : null),
  'Actor ID': ({ actor }) => ('userId' in actor ? actor.userId : actor.serviceAccountId),
  Credential: (entry) => entry.credential,
  'Subject Email': (entry) => (entry.subject?.email ? displayEmail(entry.subject.email) : null),
  'Subject ID': (entry) => entry.subject?.userId ?? null,
  'Workspace Name': (entry) => entry.workspace?.displayName ?? null,
  'Workspace ID': (entry) => entry.workspace?.workspaceId ?? null,
  Details: (entry) => entry.details && JSON.stringify(entry.details),
  IP: (entry) => entry.ip,
  'User Agent': (entry) => entry.userAgent,
  'Request ID': (entry) => entry.requestId,
  'Entry ID': (entry) => entry.id,
  // New columns go last, so that programs that read by position still work.
  'Service Account': ({ actor }) => ('serviceAccountId' in actor ? actor.name : null),
  'Token ID': ({ token }) => token?.tokenId ?? null,
};
