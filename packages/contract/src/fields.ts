import * as z from 'zod/mini';

/** The sentences that a form shows at a field. Source: specification section 5, "Shared form rules". */
export const messages = {
  required: 'This field is required',
  invalid: 'This field is invalid',
  email: 'Invalid email',
  url: 'Invalid URL',
  timeString: 'Invalid time string',
  oneOf: (values: readonly unknown[]) => `Must be one of ${values.join(', ')}`,
  tooLong: (max: number) => `Your input cannot be more than ${max} characters long.`,
};

/** Latin letters with or without accents, digits, space and `- . , _ @ / +`: the specification's own character set. */
const sharedText = /^[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u1E00-\u1EFF0-9 \-.,_@/+]*$/;

/** Whether a text has none but the specification's own characters; as it is, without trimming. */
export const isSharedText = (text: string) => sharedText.test(text);

/** Letters and marks of every script, digits and the punctuation that names and addresses use. */
const names = /^[\p{L}\p{M}\p{N} \-.,_@/+'’&():#·・]*$/u;

const looksLikeUrl = /:\/\/|www\.|\.[a-z]{2,}\//i;

interface TextRules {
  readonly max: number;
}

/**
 * Characters that cannot be seen: controls of the text direction (U+202E), zero-width characters (U+200B, U+200D), other
 * format characters, variation selectors (U+FE0F), line separators, blank letters and the blank Braille pattern. With them
 * two names look alike, or a text reads differently.
 */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u;

/** Whether a text contains characters that cannot be seen. */
export const hasHiddenCharacters = (text: string) => hidden.test(text);

/** Refuses characters that cannot be seen. */
export const visible = (message: string = messages.invalid) =>
  z.refine<string>((text) => !hasHiddenCharacters(text), message);

/**
 * The length as it was sent. It stops the checks after it: normalising a text takes time with the square of its length,
 * so a long one is refused before anything else reads it.
 */
export const atMost = (max: number, message = messages.tooLong(max)) =>
  z.maxLength(max, { error: message, abort: true });

/** Composes accents with their letters; the few characters that get longer by it stay within the length. */
const composed = (max: number) => [z.normalize('NFC'), z.maxLength(max, messages.tooLong(max))] as const;

/** A line of any characters, for a field that may stay as it is: whoever takes it judges it where it is another than before. */
export function keptText({ max }: TextRules) {
  return z
    .string({ error: (issue) => (issue.input == null ? messages.required : messages.invalid) })
    .check(z.trim(), atMost(max), ...composed(max), z.minLength(1, messages.required), visible());
}

const required = (pattern: RegExp, rules: TextRules) => keptText(rules).check(z.regex(pattern, messages.invalid));

/** An optional text: an empty one means null. Source: specification section 5, "Shared form rules". */
export const emptyMeansNull = <Text extends z.ZodMiniType<string, string>>(text: Text) =>
  z.pipe(
    z.transform((value: string | null) => (typeof value === 'string' && value.trim() === '' ? null : value)),
    z.nullable(text),
  );

const optional = (pattern: RegExp, { max }: TextRules) =>
  emptyMeansNull(
    z
      .string(messages.invalid)
      .check(z.trim(), atMost(max), ...composed(max), z.regex(pattern, messages.invalid), visible()),
  );

/** A line of Latin letters, with or without accents, digits, space and `- . , _ @ / +`. */
export const requiredText = (rules: TextRules) => required(sharedText, rules);

/** A line of Latin letters, with or without accents, digits, space and `- . , _ @ / +`; null when there is none. */
export const optionalText = (rules: TextRules) => optional(sharedText, rules);

const notAUrl = z.refine<string | null>((text) => text === null || !looksLikeUrl.test(text), messages.invalid);

/** A person's name, in any script; never an address of the web. */
export const requiredPersonName = (rules: TextRules) => required(names, rules).check(notAUrl);

/** A person's name, in any script, never an address of the web; null when there is none. */
export const optionalPersonName = (rules: TextRules) => optional(names, rules).check(notAUrl);

/** A line of any script: a company's name, a part of an address. */
export const requiredLine = (rules: TextRules) => required(names, rules);

/** A line of any script: a company's name, a part of an address; null when there is none. */
export const optionalLine = (rules: TextRules) => optional(names, rules);

/** Lower-cases A to Z only: other letters may become one of these, as the Kelvin sign becomes `k`. */
export const lowerCaseAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether another spelling stands for the same address: by case folding, or by Unicode's compatibility forms (NFKC). */
const hasOtherSpelling = (address: string) =>
  address.normalize('NFKC') !== address ||
  Array.from(address).some((letter) => letter.toUpperCase().toLowerCase() !== letter);

const longestEmail = 254;

/** An email address; it is stored and compared trimmed and lower-cased. */
export const Email = z
  .string({ error: (issue) => (issue.input == null ? messages.required : messages.email) })
  .check(
    z.trim(),
    atMost(longestEmail, messages.email),
    z.overwrite(lowerCaseAscii),
    z.minLength(1, messages.required),
    z.email(messages.email),
  );

/**
 * An address as the identity provider gives it. It may be one that our own forms refuse (`josé@example.com`), so whatever
 * names a person who is here already takes this. An address with more than one spelling is refused: it could be taken for
 * somebody else's.
 */
export const KnownEmail = z.string(messages.email).check(
  z.trim(),
  atMost(longestEmail, messages.email),
  z.overwrite(lowerCaseAscii),
  z.regex(/^[^\s@<>\p{Cc}\p{Cs}]+@[^\s@<>\p{Cc}\p{Cs}]+$/u, messages.email),
  visible(messages.email),
  z.refine((address: string) => !hasOtherSpelling(address), messages.email),
);

/** One of a few words. */
export const choiceOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: (issue) => (issue.input == null ? messages.required : messages.oneOf(values)) });

/** An id of a path or a body, in any case. Ids are ULIDs; anything else of this form is an id that nothing has. */
export const PathId = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/, messages.invalid), z.toUpperCase());

/** A ULID in any case. */
export const ulidPattern = /^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}$/;

/** An id that the API made: a ULID, 26 characters, in upper case. */
export const Ulid = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, messages.invalid));

/** A ULID that a caller sends, in any case. */
export const GivenUlid = z.string(messages.invalid).check(z.regex(ulidPattern, 'Must be a ULID'), z.toUpperCase());

/** A moment, ISO 8601 in UTC. */
export const Moment = z.iso.datetime();

/** The answer of calls that have nothing to tell but that they are done. */
export const Done = z.object({});
