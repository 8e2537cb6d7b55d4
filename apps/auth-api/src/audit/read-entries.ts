import { spanOf, type AuditQuery } from '@portal/contract';
import { encodeTime } from 'ulid';
import type { AuditEntry, Prisma } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';

const usualLimit = 50;

export interface EntryPage {
  readonly rows: AuditEntry[];
  readonly next: string | null;
}

/** A page of the log, the newest first. New lines come before the first page, so they move nothing on the later ones. */
export async function readEntries(
  { actorUserId, subjectUserId, workspaceId, action, after, limit = usualLimit, ...span }: AuditQuery,
  { db }: Work,
  alsoWhere: Prisma.AuditEntryWhereInput = {},
): Promise<EntryPage> {
  const found = await db.auditEntry.findMany({
    where: {
      AND: [
        alsoWhere,
        {
          id: idsWithin(span, after),
          ...(actorUserId !== undefined && { actorUserId }),
          ...(subjectUserId !== undefined && { subjectUserId }),
          ...(workspaceId !== undefined && { workspaceId }),
          ...(action !== undefined && { action: { in: action.split(',') } }),
        },
      ],
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

/** All that a query selects, the newest first, in batches. */
export async function* readEntriesInBatches(
  query: AuditQuery,
  limit: number,
  work: Work,
  alsoWhere: Prisma.AuditEntryWhereInput,
): AsyncGenerator<AuditEntry[]> {
  for (let after: string | undefined; ;) {
    const { rows, next } = await readEntries(
      { ...query, limit, ...(after !== undefined && { after }) },
      work,
      alsoWhere,
    );
    if (rows.length > 0) yield rows;
    if (next === null) return;
    after = next;
  }
}

/** Ids begin with their moment, so every index that ends with the id is one of time. */
function idsWithin(span: Pick<AuditQuery, 'from' | 'to'>, after: string | undefined) {
  const { begin, end } = spanOf(span);
  const ends = [after, end === null ? undefined : firstIdOf(end)].filter((id) => id !== undefined);
  return {
    ...(begin !== null && { gte: firstIdOf(begin) }),
    ...(ends.length > 0 && { lt: ends.reduce((one, other) => (one < other ? one : other)) }),
  };
}

const firstIdOf = (moment: number) => `${encodeTime(Math.max(0, moment), 10)}${'0'.repeat(16)}`;
