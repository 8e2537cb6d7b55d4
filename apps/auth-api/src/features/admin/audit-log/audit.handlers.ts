import { markErased, type AuditEntry, type AuditExportQuery, type auditCalls, displayEmail } from '@portal/contract';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { toCsvFile, type CsvColumns } from '../../../request/responses/csv-file.ts';
import type { Handlers } from '../../../request/call/types.ts';
import type { Services } from '../../../request/call/services.ts';
import { staffReadActions } from '../../../request/audit/action-groups.ts';
import { personalToAddress } from '../../../request/audit/personal-values.ts';
import { listEntries, listEntriesInBatches, type AuditEntry as AuditEntryRow } from '../../audit-log/audit.queries.ts';
import { toStaffEntries } from './audit.presenters.ts';

/** Small enough that other requests hardly wait while a batch is decrypted. */
const batchSize = 250;

export const auditHandlers: Handlers<Pick<typeof auditCalls, 'listAuditEntries' | 'exportAuditEntries'>> = {
  async listAuditEntries({ query }, context) {
    const { rows, next } = await listEntries(query, context, await staffFilter(query, context));
    context.audit.record({ details: { ...queryDetails(query, context.services), found: rows.length } });
    if (next !== null) context.linkNext(next);
    return { entries: await toStaffEntries(rows, context), next };
  },

  async exportAuditEntries({ query }, context) {
    if (context.needsConfirmation) return context.confirmationPage(confirmExport);
    context.audit.record({ details: queryDetails(query, context.services) });
    const batches = listEntriesInBatches(query, batchSize, context, await staffFilter(query, context));
    return toCsvFile('audit-log.csv', csvColumns, withErasedMarked(batches, context));
  },
};

const confirmExport = {
  title: 'Download the audit log?',
  text: 'This link downloads entries of the audit log. Continue only if you expected this.',
  label: 'Download',
};

const queryDetails = ({ actorEmail, subjectEmail, ...query }: AuditExportQuery, services: Services) => ({
  ...query,
  ...(actorEmail !== undefined && { actorEmail: personalToAddress(actorEmail, services) }),
  ...(subjectEmail !== undefined && { subjectEmail: personalToAddress(subjectEmail, services) }),
});

async function* withErasedMarked(
  batches: AsyncIterable<AuditEntryRow[]>,
  context: DbContext,
): AsyncGenerator<AuditEntry[]> {
  for await (const rows of batches) yield (await toStaffEntries(rows, context)).map((entry) => markErased(entry));
}

/** The filters that only staff may use. */
async function staffFilter(
  { actorEmail, subjectEmail, credential, kind }: AuditExportQuery,
  { db }: DbContext,
): Promise<Prisma.AuditEntryWhereInput> {
  const usersWithEmail = async (email: string) => {
    const users = await db.user.findMany({ where: { email }, select: { id: true } });
    return { in: users.map(({ id }) => id) };
  };
  return {
    ...(actorEmail !== undefined && { actorUserId: await usersWithEmail(actorEmail) }),
    ...(subjectEmail !== undefined && { subjectUserId: await usersWithEmail(subjectEmail) }),
    ...(credential !== undefined && { credential }),
    ...(kind !== undefined && { action: { [kind === 'reads' ? 'in' : 'notIn']: staffReadActions } }),
  };
}

const csvColumns: CsvColumns<AuditEntry> = {
  'Occurred At': (entry) => entry.occurredAt,
  Action: (entry) => entry.action,
  'Actor Email': ({ actor }) => (actor && 'email' in actor && actor.email ? displayEmail(actor.email) : null),
  'Actor ID': ({ actor }) => actor && ('userId' in actor ? actor.userId : actor.serviceAccountId),
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
  'Service Account': ({ actor }) => (actor && 'serviceAccountId' in actor ? actor.name : null),
  'Token ID': ({ token }) => token?.tokenId ?? null,
};
