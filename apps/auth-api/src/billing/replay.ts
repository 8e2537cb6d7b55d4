import type { Services } from '../services.ts';
import { applyEvents } from './stripe-events.ts';

/** Acts upon kept events once more: those that are named, or all that still wait. Answers how many. */
export async function replayEvents(ids: readonly string[], services: Services): Promise<number> {
  const { db } = services;
  if (ids.length > 0) {
    await db.stripeEvent.updateMany({
      where: { id: { in: [...ids] }, customerId: { not: null } },
      data: { appliedAt: null },
    });
  }
  const which = ids.length > 0 ? { id: { in: [...ids] } } : { appliedAt: null };
  const events = await db.stripeEvent.findMany({ where: which, select: { customerId: true } });
  const customers = new Set(events.flatMap(({ customerId }) => customerId ?? []));
  for (const customerId of customers) await applyEvents({ customerId }, services);
  return events.length;
}
