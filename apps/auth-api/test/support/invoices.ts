import type { MirroredInvoice } from '../../src/integrations/stripe/billing-provider.ts';

/** An invoice of the mirror that is paid. */
export const anInvoice = (overrides: Partial<MirroredInvoice> = {}): MirroredInvoice => ({
  id: 'in_1',
  customerId: 'cus_1',
  number: 'ACME-0001',
  createdAt: new Date('2027-01-02T10:00:00.000Z'),
  periodStart: new Date('2027-01-02T10:00:00.000Z'),
  periodEnd: new Date('2027-02-02T10:00:00.000Z'),
  total: 4_900n,
  amountRemaining: 0n,
  currency: 'usd',
  status: 'paid',
  dueAt: null,
  nextAttemptAt: null,
  paidAt: new Date('2027-01-02T11:00:00.000Z'),
  ...overrides,
});
