import type { AuditEntry } from '../../src/generated/prisma/client.ts';
import type { TestApi } from './api.ts';

/** The lines of the audit log that `work` leaves, in the order in which they were written. */
export async function linesOf(api: TestApi, work: () => PromiseLike<unknown>): Promise<AuditEntry[]> {
  const before = await api.db.auditEntry.findMany({ select: { id: true } });
  await work();
  return api.db.auditEntry.findMany({
    where: { id: { notIn: before.map(({ id }) => id) } },
    orderBy: { id: 'asc' },
  });
}
