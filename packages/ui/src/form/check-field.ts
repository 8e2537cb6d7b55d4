import { isCalendarDate } from './calendar-date.ts';
import type { FieldKind } from './field-kinds.ts';
import { fieldMessages } from './field-messages.ts';
import { meetsPasswordRules } from './password-rules.ts';

export type FieldValue = string | number | boolean | readonly string[] | null | undefined;

export interface FieldRules {
  required?: boolean | undefined;
  requiredMessage?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  pattern?: RegExp | undefined;
  patternMessage?: string | undefined;
  /** A password that somebody chooses, not one that they have: it must hold what the hint names. */
  newPassword?: boolean | undefined;
}

/** A duration with its unit: a bare number is none, nor is nothing at all. */
const timeString =
  /^(?=.*[1-9])\d+(?:\.\d+)?\s*(?:[smhdwy]|mins?|hrs?|yrs?|(?:second|minute|hour|day|week|month|year)s?)$/i;

function isWebAddress(text: string): boolean {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  return address !== undefined && /^https?:$/.test(address.protocol) && !/\s/.test(text);
}

const ofKind: Partial<Record<FieldKind, { holds: (text: string) => boolean; message: string }>> = {
  email: { holds: (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text), message: fieldMessages.email },
  url: { holds: isWebAddress, message: fieldMessages.url },
  date: { holds: isCalendarDate, message: fieldMessages.invalid },
  'time-string': { holds: (text) => timeString.test(text), message: fieldMessages.timeString },
};

function isBlank(value: FieldValue): boolean {
  if (value == null || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/**
 * What is wrong with the normalised value of a field, if anything. For fields that no schema checks: where one does,
 * as in the portal's forms, it alone has the say.
 */
export function problemOf(kind: FieldKind, value: FieldValue, rules: FieldRules = {}): string | undefined {
  if (isBlank(value)) return rules.required ? (rules.requiredMessage ?? fieldMessages.required) : undefined;
  return typeof value === 'string' ? problemOfText(kind, value, rules) : undefined;
}

function problemOfText(kind: FieldKind, text: string, rules: FieldRules): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, newPassword } = rules;
  const format = ofKind[kind];
  const what = kind === 'password' ? 'password' : 'input';
  if (format && !format.holds(text)) return format.message;
  if (text.length < minLength) return fieldMessages.tooShort(minLength, what);
  if (text.length > maxLength) return fieldMessages.tooLong(maxLength, what);
  const fits = (!pattern || text.search(pattern) !== -1) && (!newPassword || meetsPasswordRules(text));
  return fits ? undefined : (rules.patternMessage ?? fieldMessages.invalid);
}
