import type { NumberKind, TextKind } from './field-kinds.ts';
import { isoDate } from './iso-date.ts';

export interface TextShape {
  /** Drops all that is no digit. */
  digitsOnly?: boolean | undefined;
  letterCase?: 'lower' | 'upper' | undefined;
  /** What goes before an address that names no scheme. */
  scheme?: string | undefined;
}

const emptyToNull = (text: string): string | null => (text === '' ? null : text);

function plain(text: string, { digitsOnly, letterCase }: TextShape): string {
  const kept = digitsOnly ? text.replace(/\D/g, '') : text.trim();
  if (letterCase === undefined) return kept;
  return letterCase === 'lower' ? kept.toLowerCase() : kept.toUpperCase();
}

function withScheme(text: string, scheme: string): string {
  const address = text.trim();
  if (address === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(address)) return address;
  return scheme + address.replace(/^\/+/, '');
}

/** What a text becomes, once it was typed, in a field of its kind. Null if nothing is left of it. */
export function normaliseText(kind: TextKind, text: string, shape: TextShape = {}): string | null {
  if (kind === 'password') return emptyToNull(text);
  if (kind === 'tel') return emptyToNull(text.replace(/[^\d+]/g, ''));
  if (kind === 'date') return emptyToNull(isoDate(text));
  if (kind === 'url') return emptyToNull(withScheme(text, shape.scheme ?? 'https://'));
  return emptyToNull(plain(text, kind === 'email' ? { ...shape, letterCase: 'lower' } : shape));
}

/** The number that was typed in a field of its kind. Null if it is none. */
export function normaliseNumber(kind: NumberKind, text: string): number | null {
  const typed = Number.parseFloat(text);
  if (!Number.isFinite(typed)) return null;
  if (kind === 'number') return Math.max(0, Math.round(typed));
  // Rounding may answer a zero below zero, which would show as one.
  return kind === 'integer' ? Math.round(typed) + 0 : typed;
}
