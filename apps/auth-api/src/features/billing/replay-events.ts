import { AppError } from '../../platform/errors/app-error.ts';
import type { Services } from '../../request/call/services.ts';
import { applyEvents } from './stripe-events.ts';

/** Applies stored events again: those with these ids, or all pending ones. Returns a summary. */
export async function replayEvents(ids: readonly string[], services: Services): Promise<string> {
  const { db } = services;
  const where = ids.length > 0 ? { id: { in: [...ids] } } : { appliedAt: null };
  const events = await db.stripeEvent.findMany({ where, select: { id: true, customerId: true } });
  assertKnown(ids, new Set(events.map(({ id }) => id)));
  const customers = new Set(events.flatMap(({ customerId }) => customerId ?? []));
  if (ids.length > 0) {
    await db.stripeEvent.updateMany({ where: { ...where, customerId: { not: null } }, data: { appliedAt: null } });
  }
  for (const customerId of customers) await applyEvents({ customerId }, services);
  const skipped = events.filter(({ customerId }) => customerId === null).length;
  return `Events applied: ${events.length - skipped}.${skipped > 0 ? ` Skipped, without a customer: ${skipped}.` : ''}`;
}

function assertKnown(ids: readonly string[], known: ReadonlySet<string>): void {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  throw new AppError(
    `Unknown events: ${unknown.join(', ')}. No event was applied. To get an event that only Stripe has, resend it from Stripe, or run reconcile.`,
  );
}
