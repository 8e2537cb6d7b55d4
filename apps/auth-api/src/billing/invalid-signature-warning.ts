import { ThrottledWarning } from '../observability/throttled-warning.ts';
import type { Services } from '../services.ts';

const intervalMs = 60_000;
const message =
  'Stripe webhook events with an invalid signature were rejected: check STRIPE_WEBHOOK_SECRETS against the signing secret of the endpoint, the clock of this machine, and that no proxy changes the body or the headers; the events may also be forged';

const warnings = new WeakMap<Services['log'], ThrottledWarning>();

/** Warns the operator, at most once a minute, because anyone can send such events. */
export function warnOfInvalidSignature({ log }: Services): void {
  const warning = warnings.get(log) ?? new ThrottledWarning((events) => log.warn({ events }, message), intervalMs);
  warnings.set(log, warning);
  warning.record();
}
