import type { FieldKind } from '../../form/field-kinds.ts';
import { isIsoDate } from '../../form/iso-date.ts';
import { meetsPasswordRules } from './password-rules.ts';

/** The default messages. Source: specification section 5, "Shared form rules". */
export const fieldMessages = {
  required: 'This field is required',
  invalid: 'This field is invalid',
  email: 'Invalid email',
  url: 'Invalid URL',
  timeString: 'Invalid time string',
  noSuchDay: 'This day does not exist',
  tooShort: (min: number, what: 'input' | 'password' = 'input') =>
    `Your ${what} must be at least ${min} characters long.`,
  tooLong: (max: number, what: 'input' | 'password' = 'input') =>
    `Your ${what} cannot be more than ${max} characters long.`,
};

export type FieldValue = string | number | boolean | readonly string[] | null | undefined;

export interface FieldRules {
  required?: boolean | undefined;
  requiredMessage?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  pattern?: RegExp | undefined;
  patternMessage?: string | undefined;
  /** A password that is being chosen: it must satisfy the password rules. */
  newPassword?: boolean | undefined;
}

/** A duration above zero with its unit, for example `5m` or `2 hours`. */
const durationPattern =
  /^(?=.*[1-9])\d+(?:\.\d+)?\s*(?:[smhdwy]|mins?|hrs?|yrs?|(?:second|minute|hour|day|week|month|year)s?)$/i;

function isHttpUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !/\s/.test(text);
}

interface Format {
  matches: (text: string) => boolean;
  errorOf: (text: string) => string;
}

const formats: Partial<Record<FieldKind, Format>> = {
  email: {
    matches: (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text),
    errorOf: () => fieldMessages.email,
  },
  url: { matches: isHttpUrl, errorOf: () => fieldMessages.url },
  date: {
    matches: isIsoDate,
    errorOf: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? fieldMessages.noSuchDay : fieldMessages.invalid),
  },
  'time-string': { matches: (text) => durationPattern.test(text), errorOf: () => fieldMessages.timeString },
};

function isBlank(value: FieldValue): boolean {
  if (value == null || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/**
 * Returns the error message for a field's normalised value, or undefined if the value is valid. Use it only for fields
 * without a schema.
 */
export function validateField(kind: FieldKind, value: FieldValue, rules: FieldRules = {}): string | undefined {
  if (isBlank(value)) return rules.required ? (rules.requiredMessage ?? fieldMessages.required) : undefined;
  return typeof value === 'string' ? validateText(kind, value, rules) : undefined;
}

function validateText(kind: FieldKind, text: string, rules: FieldRules): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, newPassword } = rules;
  const format = formats[kind];
  const noun = kind === 'password' ? 'password' : 'input';
  if (format && !format.matches(text)) return format.errorOf(text);
  if (text.length < minLength) return fieldMessages.tooShort(minLength, noun);
  if (text.length > maxLength) return fieldMessages.tooLong(maxLength, noun);
  const isValid = (!pattern || text.search(pattern) !== -1) && (!newPassword || meetsPasswordRules(text));
  return isValid ? undefined : (rules.patternMessage ?? fieldMessages.invalid);
}
