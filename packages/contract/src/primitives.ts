import * as z from 'zod/mini';
import { canonicalEmail, emailError, emailMessages } from './email.rules.ts';
import { hasHiddenCharacters, normaliseTyping, replaceInvisible } from './text-characters.rules.ts';

const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Validation messages as shown at a form field. Source: specification section 5, "Shared form rules". */
export const validationMessages = {
  required: 'This field is required',
  invalid: 'This field is invalid',
  email: emailMessages.email,
  url: 'Invalid URL',
  timeString: 'Invalid time string',
  noSuchDay: 'This day does not exist',
  id: 'Invalid ID',
  phoneNumber: 'Invalid phone number',
  phoneDigits: 'A phone number has 7 to 15 digits',
  noUrl: 'Remove the web address',
  controlCharacters: 'Remove line breaks and other control characters',
  hiddenCharacters: 'Remove invisible characters',
  /** For a character that a field does not allow. */
  notAllowed(character: string): string {
    if (character === ' ') return 'Spaces are not allowed';
    return visibleCharacter.test(character) ? `“${character}” is not allowed` : validationMessages.hiddenCharacters;
  },
  oneOf: (values: readonly unknown[]) => `Must be one of ${values.join(', ')}`,
  tooLong: (max: number) => `Your input cannot be more than ${max} characters long.`,
};

/** The specification's "shared pattern": Latin letters with or without accents, digits, space and `- . , _ @ / +`. */
export const sharedPattern = /^[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u1E00-\u1EFF0-9 \-.,_@/+]*$/;

/**
 * Letters and marks of every script with their joiners and variation selectors, digits, and the punctuation of names: also dashes
 * (– —), accents that are typed as apostrophes (´ ` ′), quotation marks around a nickname, and those of Hebrew (׳ ״ ־), Armenian (՚),
 * Tibetan (་), Ethiopic (፡), Chinese (‧ •) and Japanese (・ ･ ゠ ＝ 「」 『』), with the full-width forms that its keyboards write (（） ＆ ．).
 */
const nameText =
  /^[\p{L}\p{M}\p{N} \-.,_@/+'‘’‚‛"“”„‟«»‹›´`′–—&():#·‧•\u05F3\u05F4\u05BE\u055A\u0F0B\u1361\u30FB\uFF65\u30A0\uFF1D\u300C-\u300F\uFF02\uFF06-\uFF09\uFF0C\uFF0E\u200C\u200D]*$/u;

const looksLikeUrl = /:\/\/|www\.|\.[a-z]{2,}\//i;

interface TextRules {
  readonly max: number;
}

/** Rejects invisible characters. */
export const noHiddenCharacters = (message: string = validationMessages.hiddenCharacters) =>
  z.refine<string>((text) => !hasHiddenCharacters(text), message);

/** Rejects invisible characters, except where they belong to the spelling of a word. */
export const noInvisibleCharacters = () =>
  z.refine<string>((text) => replaceInvisible(text, '') === text, validationMessages.hiddenCharacters);

/** Rejects control characters, such as line breaks, and halves of surrogate pairs. */
export const noControlCharacters = () => z.regex(/^[^\p{Cc}\p{Cs}]*$/u, validationMessages.controlCharacters);

/**
 * Limits the length before normalization and aborts the checks that follow: normalizing takes quadratic time, so a long text
 * must be rejected before any other check reads it.
 */
export const maxLength = (max: number, message = validationMessages.tooLong(max)) =>
  z.maxLength(max, { error: message, abort: true });

/** Composes accents with their letters (NFC). A few characters grow by it, so the length is checked again. */
const normalized = (max: number) =>
  [z.overwrite(normaliseTyping), z.normalize('NFC'), z.maxLength(max, validationMessages.tooLong(max))] as const;

/**
 * A required line of any visible characters, for a value whose character set is checked where it differs from the stored
 * one.
 */
export function visibleLine({ max }: TextRules) {
  return z
    .string({ error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.invalid) })
    .check(
      z.trim(),
      maxLength(max),
      ...normalized(max),
      z.minLength(1, validationMessages.required),
      noInvisibleCharacters(),
    );
}

/** The specification fixes this message. The form fields name the character and the allowed ones beside it. */
const sharedCharacters = z.regex(sharedPattern, validationMessages.invalid);
const nameCharacters = z.regex(nameText, {
  error: ({ input }) =>
    validationMessages.notAllowed(Array.from(String(input)).find((character) => !nameText.test(character)) ?? ''),
});
const anyCharacters = noControlCharacters();
type Characters = typeof sharedCharacters;

const required = (characters: Characters, rules: TextRules) => visibleLine(rules).check(characters);

/** Parses an empty or blank text as null. Source: specification section 5, "Shared form rules". */
export const emptyAsNull = <Text extends z.ZodMiniType<string, string>>(text: Text) =>
  z.pipe(
    z.transform((value: string | null) => (typeof value === 'string' && value.trim() === '' ? null : value)),
    z.nullable(text),
  );

const optional = (characters: Characters, { max }: TextRules) =>
  emptyAsNull(
    z
      .string(validationMessages.invalid)
      .check(z.trim(), maxLength(max), ...normalized(max), noInvisibleCharacters(), characters),
  );

/** A line in the specification's character set: Latin letters, digits, space and `- . , _ @ / +`. */
export const requiredText = (rules: TextRules) => required(sharedCharacters, rules);

/** A line in the specification's character set, or null if it is empty. */
export const optionalText = (rules: TextRules) => optional(sharedCharacters, rules);

/** In full-width forms (`ｗｗｗ．`), too. */
const noUrl = z.refine<string | null>(
  (text) => text === null || !looksLikeUrl.test(text.normalize('NFKC')),
  validationMessages.noUrl,
);

/** A person's name in any script. URLs are rejected. */
export const requiredName = (rules: TextRules) => required(nameCharacters, rules).check(noUrl);

/** A person's name in any script, or null if it is empty. URLs are rejected. */
export const optionalName = (rules: TextRules) => optional(nameCharacters, rules).check(noUrl);

/** A line of any visible characters, such as a company name or a line of a postal address. */
export const requiredLine = (rules: TextRules) => required(anyCharacters, rules);

/** A line of any visible characters, or null if it is empty. */
export const optionalLine = (rules: TextRules) => optional(anyCharacters, rules);

/** Turns a name of another system into one that `requiredName` accepts where possible: characters that it rejects are removed. */
export function cleanName(name: string, max: number): string {
  const allowed = Array.from(replaceInvisible(normaliseTyping(name.slice(0, 4 * max)).normalize('NFC'), ''));
  const text = allowed.filter((character) => nameText.test(character)).join('');
  return text.replace(/ +/g, ' ').trim().slice(0, max).trim();
}

const maxEmailLength = 254;

/**
 * An email address: of a user, an invitation or a response of the identity provider. Trimmed and in its stored form: the part
 * before the @ in lower case and NFC, the domain in ASCII (`xn--…`). `displayEmail` makes the form that people read.
 */
export const Email = z
  .string({ error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.email) })
  .check(
    z.trim(),
    maxLength(maxEmailLength, emailMessages.long),
    z.minLength(1, { error: validationMessages.required, abort: true }),
    noHiddenCharacters(validationMessages.email),
    z.overwrite(canonicalEmail),
    z.superRefine((email: string, context) => {
      const message = emailError(email);
      if (message !== null) context.addIssue({ code: 'custom', message, input: email });
    }),
  );

/** `z.enum` with the messages of this API. */
export const enumOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, {
    error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.oneOf(values)),
  });

/** An id in a path or a body, in any case. It need not be a ULID: any other id of this form is simply not found. */
export const IdInput = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/, validationMessages.invalid), z.toUpperCase());

/** Matches a ULID in any case. */
export const ulidPattern = /^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}$/;

/** An id in a response: a ULID in upper case. */
export const Ulid = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, validationMessages.invalid));

/** A ULID in a request, in any case. */
export const UlidInput = z
  .string(validationMessages.invalid)
  .check(z.regex(ulidPattern, 'Must be a ULID'), z.toUpperCase());

/** A timestamp: ISO 8601 in UTC. */
export const IsoTimestamp = z.iso.datetime();

/** The result of a call that returns no data. */
export const EmptyResult = z.object({});
