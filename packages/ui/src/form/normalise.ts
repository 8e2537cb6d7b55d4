import type { NumberKind, TextKind } from './field-kinds.ts';
import { toIsoDate } from './iso-date.ts';

export interface NormaliseOptions {
  /** Removes all other characters. */
  digitsOnly?: boolean | undefined;
  letterCase?: 'lower' | 'upper' | undefined;
  /** Prepended to a URL without a scheme. Default: `https://`. */
  scheme?: string | undefined;
}

const emptyToNull = (text: string): string | null => (text === '' ? null : text);

function normalisePlainText(text: string, { digitsOnly, letterCase }: NormaliseOptions): string {
  const cleaned = digitsOnly ? text.replace(/\D/g, '') : text.trim();
  if (letterCase === undefined) return cleaned;
  return letterCase === 'lower' ? cleaned.toLowerCase() : cleaned.toUpperCase();
}

function addScheme(text: string, scheme: string): string {
  const url = text.trim();
  if (url === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(url)) return url;
  return scheme + url.replace(/^\/+/, '');
}

/** Returns the normalised text for a kind of field, or null if nothing is left. */
export function normaliseText(kind: TextKind, text: string, options: NormaliseOptions = {}): string | null {
  if (kind === 'password') return emptyToNull(text);
  if (kind === 'tel') return emptyToNull(text.replace(/[^\d+]/g, ''));
  if (kind === 'date') return emptyToNull(toIsoDate(text));
  if (kind === 'url') return emptyToNull(addScheme(text, options.scheme ?? 'https://'));
  return emptyToNull(normalisePlainText(text, kind === 'email' ? { ...options, letterCase: 'lower' } : options));
}

/** Returns the number for a kind of field, or null if the text is not a number. */
export function normaliseNumber(kind: NumberKind, text: string): number | null {
  const parsed = Number.parseFloat(text);
  if (!Number.isFinite(parsed)) return null;
  if (kind === 'number') return Math.max(0, Math.round(parsed));
  // `Math.round` can return -0; adding 0 turns it into 0.
  return kind === 'integer' ? Math.round(parsed) + 0 : parsed;
}
