import { ThrottledWarning } from '../observability/throttled-warning.ts';
import type { Services } from '../services.ts';

const intervalMs = 60_000;
const message =
  'rejected Stripe webhook events with an invalid signature; see docs/operating/incidents/stripe-events-rejected.md';

const warnings = new WeakMap<Services['log'], ThrottledWarning>();

/** Warns the operator, at most once a minute, because anyone can send such events. */
export function warnOfInvalidSignature({ log }: Services): void {
  const warning = warnings.get(log) ?? new ThrottledWarning((events) => log.warn({ events }, message), intervalMs);
  warnings.set(log, warning);
  warning.record();
}
