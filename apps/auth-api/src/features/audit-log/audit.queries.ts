import { dateRangeMs, type AuditQuery } from '@portal/contract';
import type { DbContext } from '../../platform/db/transaction.ts';
import type { AuditEntry as StoredEntry, Prisma } from '../../generated/prisma/client.ts';
import { firstIdAt } from '../../platform/lib/ids.ts';
import { decryptEntries, type Decrypted } from '../../request/audit/decrypt-entries.ts';

const defaultPageSize = 50;

/** A stored entry with its decrypted values. */
export type AuditEntry = StoredEntry & Decrypted;

export interface EntryPage {
  readonly rows: AuditEntry[];
  readonly next: string | null;
}

/** A sequence, rather than an id. */
const sequencePattern = /^\d{1,15}$/;

/**
 * Lists a page of the audit log, newest first. New entries appear on the first page only, so later pages do not shift. After the sequence of
 * an entry of a workspace, the oldest first: entries become visible in the order of their sequences.
 */
export async function listEntries(
  {
    actorUserId,
    actorServiceAccountId,
    tokenId,
    subjectUserId,
    workspaceId,
    action,
    after,
    limit = defaultPageSize,
    ...dates
  }: AuditQuery,
  context: DbContext,
  filter: Prisma.AuditEntryWhereInput = {},
): Promise<EntryPage> {
  const isForward = after !== undefined && sequencePattern.test(after);
  const found = await context.db.auditEntry.findMany({
    where: {
      AND: [
        filter,
        {
          id: idRange(dates, isForward ? undefined : after),
          ...(isForward && { sequence: { gt: BigInt(after) } }),
          ...(actorUserId !== undefined && { actorUserId }),
          ...(actorServiceAccountId !== undefined && { actorServiceAccountId }),
          ...(tokenId !== undefined && { credential: 'api', credentialId: tokenId }),
          ...(subjectUserId !== undefined && { subjectUserId }),
          ...(workspaceId !== undefined && { workspaceId }),
          ...(action !== undefined && { action: { in: action.split(',') } }),
        },
      ],
    },
    orderBy: isForward ? { sequence: 'asc' } : { id: 'desc' },
    take: limit + 1,
  });
  const rows = await decryptEntries(found.slice(0, limit), context);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: (isForward ? last?.sequence?.toString() : last?.id) ?? null };
}

/** Lists all entries that a query selects, newest first, in batches of `limit` entries. */
export async function* listEntriesInBatches(
  query: AuditQuery,
  limit: number,
  context: DbContext,
  filter: Prisma.AuditEntryWhereInput,
): AsyncGenerator<AuditEntry[]> {
  for (let after: string | undefined; ;) {
    const { rows, next } = await listEntries(
      { ...query, limit, ...(after !== undefined && { after }) },
      context,
      filter,
    );
    if (rows.length > 0) yield rows;
    if (next === null) return;
    after = next;
  }
}

/** Ids start with their time, so a range of ids selects a range of dates along any index that ends with the id. */
function idRange(dates: Pick<AuditQuery, 'from' | 'to'>, after: string | undefined) {
  const { start, end } = dateRangeMs(dates);
  const upperBounds = [after, end === null ? undefined : firstIdAt(end)].filter((id) => id !== undefined);
  return {
    ...(start !== null && { gte: firstIdAt(start) }),
    ...(upperBounds.length > 0 && { lt: upperBounds.reduce((a, b) => (a < b ? a : b)) }),
  };
}
