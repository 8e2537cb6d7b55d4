import { parseTimeString, tokenLifetimeError } from '@portal/contract';
import { formatDateTime } from '@portal/ui';

const suggestions = ['1d', '7d', '30d', '90d', '1y'];

/** Whether a text is a time string within the longest life, if that is known. */
function isPossible(text: string, maxDays = Infinity): boolean {
  const durationMs = parseTimeString(text);
  return durationMs !== null && tokenLifetimeError(durationMs, maxDays) === null;
}

/** The suggested expirations that the API accepts. None while its longest life is not known. */
export const suggestedExpirations = (maxDays: number | undefined) =>
  maxDays === undefined ? [] : suggestions.filter((text) => isPossible(text, maxDays));

/** For a number without a unit: the same number with each unit that is possible. */
function unitHint(text: string, maxDays: number | undefined): string | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const possible = ['m', 'h', 'd'].map((unit) => text + unit).filter((withUnit) => isPossible(withUnit, maxDays));
  return possible.length > 0 ? `Add a unit: ${possible.join(', ')}` : undefined;
}

function formatHint(maxDays: number | undefined): string {
  const format = 'How long the token is valid, e.g. 60m or 3d.';
  return maxDays === undefined ? format : `${format} Up to ${maxDays} ${maxDays === 1 ? 'day' : 'days'}.`;
}

export interface ExpiryHint {
  readonly text: string;
  /** `error` is shown as one while the user types. `advice` says how to correct an error, and so follows it. */
  readonly kind: 'result' | 'advice' | 'error';
}

/** The hint for the typed expiration: the resulting date, an error, the missing unit, or the format. */
export function expiryHint(typed: string, now: Date, maxDays: number | undefined): ExpiryHint {
  const text = typed.trim();
  if (text === '') return { text: formatHint(maxDays), kind: 'result' };
  const durationMs = parseTimeString(text);
  if (durationMs === null) return { text: unitHint(text, maxDays) ?? formatHint(maxDays), kind: 'advice' };
  const lifetimeError = maxDays === undefined ? null : tokenLifetimeError(durationMs, maxDays);
  if (lifetimeError !== null) return { text: lifetimeError, kind: 'error' };
  const expiresAt = new Date(now.getTime() + durationMs);
  // Without a maximum, a duration can exceed the dates that JavaScript knows.
  if (Number.isNaN(expiresAt.getTime())) return { text: formatHint(maxDays), kind: 'advice' };
  // Without seconds, because screen readers would announce each change.
  return { text: `Expires ${formatDateTime(expiresAt)}`, kind: 'result' };
}
