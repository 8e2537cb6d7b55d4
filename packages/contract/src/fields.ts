import * as z from 'zod/mini';

/** The sentences that a form shows at a field. Source: specification section 5, "Shared form rules". */
export const messages = {
  required: 'This field is required',
  invalid: 'This field is invalid',
  email: 'Invalid email',
  url: 'Invalid URL',
  timeString: 'Invalid time string',
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

/** A line of any characters, for a field that may stay as it is: whoever takes it judges it where it is another than before. */
export function keptText({ max }: TextRules) {
  return z
    .string({ error: (issue) => (issue.input == null ? messages.required : messages.invalid) })
    .check(z.trim(), z.normalize('NFC'), z.minLength(1, messages.required), z.maxLength(max, messages.tooLong(max)));
}

const required = (pattern: RegExp, rules: TextRules) => keptText(rules).check(z.regex(pattern, messages.invalid));

function optional(pattern: RegExp, { max }: TextRules) {
  return z.nullable(
    z
      .string(messages.invalid)
      .check(z.trim(), z.normalize('NFC'), z.maxLength(max, messages.tooLong(max)), z.regex(pattern, messages.invalid)),
  );
}

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

/** An e-mail address; it is stored and compared trimmed and lower-cased. */
export const Email = z
  .string({ error: (issue) => (issue.input == null ? messages.required : messages.email) })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, messages.required),
    z.maxLength(254, messages.email),
    z.email(messages.email),
  );

/**
 * An address as the identity provider gives it. It may be one that our own forms refuse (`josé@example.com`), so whatever
 * names a person who is here already takes this.
 */
export const KnownEmail = z
  .string(messages.email)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, messages.email),
    z.regex(/^[^\s@<>\p{Cc}\p{Cs}]+@[^\s@<>\p{Cc}\p{Cs}]+$/u, messages.email),
  );

/** An id as it stands in a path. Ids are ULIDs; anything else of this form is merely an id that nothing has. */
export const PathId = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/, messages.invalid));

/** A ULID as a caller may write it, in any case. */
export const ulidPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/i;

/** An id that the API made: a ULID, 26 characters. */
export const Ulid = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, messages.invalid));

/** A moment, ISO 8601 in UTC. */
export const Moment = z.iso.datetime();

/** The answer of calls that have nothing to tell but that they are done. */
export const Done = z.object({});
