import { Fault } from '../fault.ts';
import type { Services } from '../services.ts';
import { applyEvents } from './stripe-events.ts';

/** Acts upon kept events once more: those that are named, or all that still wait. Answers what came of it, in words. */
export async function replayEvents(ids: readonly string[], services: Services): Promise<string> {
  const { db } = services;
  const which = ids.length > 0 ? { id: { in: [...ids] } } : { appliedAt: null };
  const events = await db.stripeEvent.findMany({ where: which, select: { id: true, customerId: true } });
  refuseUnknown(ids, new Set(events.map(({ id }) => id)));
  const customers = new Set(events.flatMap(({ customerId }) => customerId ?? []));
  if (ids.length > 0) {
    await db.stripeEvent.updateMany({ where: { ...which, customerId: { not: null } }, data: { appliedAt: null } });
  }
  for (const customerId of customers) await applyEvents({ customerId }, services);
  const idle = events.filter(({ customerId }) => customerId === null).length;
  return `Events acted upon: ${events.length - idle}.${idle > 0 ? ` About no customer, so left alone: ${idle}.` : ''}`;
}

function refuseUnknown(ids: readonly string[], known: ReadonlySet<string>): void {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  throw new Fault(
    `No such event was kept: ${unknown.join(', ')}. Nothing was done. Of an event that is only at Stripe, have Stripe send it again, or reconcile.`,
  );
}
