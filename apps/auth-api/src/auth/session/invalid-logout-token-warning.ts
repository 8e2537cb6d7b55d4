import { ThrottledWarning } from '../../observability/throttled-warning.ts';
import type { Services } from '../../services.ts';

const intervalMs = 60_000;
const message = 'rejected logout tokens; see docs/operating/incidents/logout-tokens-rejected.md';

const warnings = new WeakMap<Services['log'], ThrottledWarning>();

/** Warns the operator, at most once a minute, because anyone can send such tokens. */
export function warnOfInvalidLogoutToken({ log }: Services): void {
  const warning = warnings.get(log) ?? new ThrottledWarning((tokens) => log.warn({ tokens }, message), intervalMs);
  warnings.set(log, warning);
  warning.record();
}
