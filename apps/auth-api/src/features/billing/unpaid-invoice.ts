import type { Invoice, Prisma } from '../../generated/prisma/client.ts';

export const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.InvoiceOrderByWithRelationInput[];

/** One for which `dueOf` is not 0. */
const payableInvoice = { status: { in: ['open', 'failed'] }, amountRemaining: { gt: 0 } };

/** Returns the newest invoice of a user with something left to pay; null if there is none. */
export const findUnpaidInvoice = (userId: string, db: Prisma.TransactionClient): Promise<Invoice | null> =>
  db.invoice.findFirst({ where: { userId, ...payableInvoice }, orderBy: newestFirst });
