import { isDeepStrictEqual } from 'node:util';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { MirroredInvoice } from '../../integrations/stripe/billing-provider.ts';

/** One whose state can still change. An invoice that was given up can be paid later. */
export const unsettledInvoice = {
  status: { in: ['open', 'failed', 'uncollectible'] },
} as const satisfies Prisma.InvoiceWhereInput;

/** Stores what was read of the invoices, and writes and returns only those that differ. The caller has locked the billing account. */
export async function storeInvoices(
  userId: string,
  invoices: readonly MirroredInvoice[],
  tx: Prisma.TransactionClient,
): Promise<MirroredInvoice[]> {
  const stored = await tx.invoice.findMany({ where: { id: { in: invoices.map(({ id }) => id) } } });
  const storedById = new Map(stored.map((row) => [row.id, row]));
  const changed = invoices
    .map((invoice) => ({ ...invoice, userId }))
    .filter((row) => !isDeepStrictEqual(row, storedById.get(row.id)));
  if (changed.length === 0) return [];
  await tx.invoice.deleteMany({ where: { id: { in: changed.map(({ id }) => id) } } });
  await tx.invoice.createMany({ data: changed });
  return changed;
}
