import type { AuditSelection } from '@portal/contract';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';
import { readsOfSupport } from './act-of-support.ts';

/** What only staff may narrow the log by. */
export async function staffFilters(
  { actorEmail, subjectEmail, credential, kind }: AuditSelection,
  { db }: Work,
): Promise<Prisma.AuditEntryWhereInput> {
  const anyoneAt = async (email: string) => {
    const users = await db.user.findMany({ where: { email }, select: { id: true } });
    return { in: users.map(({ id }) => id) };
  };
  return {
    ...(actorEmail !== undefined && { actorUserId: await anyoneAt(actorEmail) }),
    ...(subjectEmail !== undefined && { subjectUserId: await anyoneAt(subjectEmail) }),
    ...(credential !== undefined && { credential }),
    ...(kind !== undefined && { action: { [kind === 'looks' ? 'in' : 'notIn']: readsOfSupport } }),
  };
}
