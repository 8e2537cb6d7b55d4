import type { Services } from '../services.ts';
import { SparingWarning } from '../sparing-warning.ts';

const everyMs = 60_000;
const words =
  'events for Stripe’s webhook were refused by their signature: check STRIPE_WEBHOOK_SECRETS against the secret of the endpoint at Stripe, the clock of this machine, and that no proxy changes body or headers; strangers may also have sent them';

const warnings = new WeakMap<Services['log'], SparingWarning>();

/** Tells the operator, but no oftener than once a minute: anybody can send such an event. */
export function warnOfRefusedEvent({ log }: Services): void {
  const warning = warnings.get(log) ?? new SparingWarning((events) => log.warn({ events }, words), everyMs);
  warnings.set(log, warning);
  warning.note();
}
