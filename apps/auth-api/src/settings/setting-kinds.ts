import * as z from 'zod/mini';

interface SettingNote {
  readonly what: string;
  /** What its value has to be: docs/settings.md says it, and so does the fault. */
  readonly expected: string;
  /** What stands in for it, in words; null where it has to be given. */
  readonly otherwise: string | null;
}

/** What an operator is told of each setting. */
export const settingNotes = z.registry<SettingNote>();

function noted<S extends z.ZodMiniType>(schema: S, note: SettingNote): S {
  settingNotes.add<z.ZodMiniType>(schema, note);
  return schema;
}

interface Kind<S extends z.ZodMiniType> {
  readonly schema: S;
  readonly expected: string;
}

export function required<S extends z.ZodMiniType>(what: string, { schema, expected }: Kind<S>): S {
  return noted(schema, { what, expected, otherwise: null });
}

export function optional<S extends z.ZodMiniType>(what: string, { schema, expected }: Kind<S>, otherwise: string) {
  return noted(z.optional(schema), { what, expected, otherwise });
}

export function defaulted<S extends z.ZodMiniType>(
  what: string,
  { schema, expected }: Kind<S>,
  fallback: z.core.util.NoUndefined<z.output<S>>,
  otherwise = `\`${String(fallback)}\``,
) {
  return noted(z._default(schema, fallback), { what, expected, otherwise });
}

export const text = (expected: string) => ({ schema: z.string().check(z.trim(), z.minLength(1)), expected });

/** Several of them, with commas between. */
export const texts = (expected: string) => ({
  schema: z.pipe(
    z.string(),
    z.pipe(
      z.transform((list: string) =>
        list
          .split(',')
          .map((each) => each.trim())
          .filter(Boolean),
      ),
      z.array(z.string()).check(z.minLength(1)),
    ),
  ),
  expected,
});

const connection = /^[a-z\d-]+\|(?:[^\s,|]+\|)*$/;

/** How the ids of some connections begin, each up to a `|`; or `none`. */
export const connections = () => ({
  schema: z.pipe(
    z.string(),
    z.pipe(
      z.transform((list: string) => (list.trim() === 'none' ? [] : list.split(',').map((each) => each.trim()))),
      z.array(z.string().check(z.regex(connection))),
    ),
  ),
  expected: '`none`, or beginnings of ids that each end with `|`, with commas between, such as `waad|,google-apps|`',
});

export const oneOf = <const T extends readonly string[]>(...values: T) => ({
  schema: z.enum(values),
  expected: `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
});

export const flag = () => ({ schema: z.stringbool(), expected: '`true` or `false`' });

const numeral = (pattern: RegExp) => z.pipe(z.string().check(z.trim(), z.regex(pattern)), z.transform(Number));

export const whole = (min: number, max: number) => ({
  schema: z.pipe(numeral(/^\d{1,9}$/), z.number().check(z.minimum(min), z.maximum(max))),
  expected: `a whole number from ${min} to ${max}`,
});

export const factor = () => ({
  schema: z.pipe(numeral(/^\d{1,9}(\.\d{1,9})?$/), z.number().check(z.positive())),
  expected: 'a number above 0, such as 1 or 0.5',
});

function address(protocols: RegExp, accepts: (url: URL) => boolean) {
  return z.string().check(
    z.trim(),
    z.refine((value: string) => {
      const url = URL.canParse(value) ? new URL(value) : null;
      return url !== null && protocols.test(url.protocol) && accepts(url);
    }),
  );
}

/** Without a slash at its end, so that paths can be appended. */
export const webUrl = (example: string) => ({
  schema: address(/^https?:$/, isPlain).check(z.overwrite((url) => url.replace(/\/+$/, ''))),
  expected: `an http(s) address without a query, such as ${example}`,
});

/** Kept as it is: the issuer of a token has to match to the letter. */
export const issuer = (example: string) => ({
  schema: address(/^https?:$/, isPlain),
  expected: `an http(s) address, to the letter as the tokens have it, such as ${example}`,
});

const isPlain = ({ username, password, search, hash }: URL) => !username && !password && !search && !hash;

export const databaseUrl = () => ({
  schema: address(/^postgres(ql)?:$/, ({ pathname }) => pathname.length > 1),
  expected: 'the address of a PostgreSQL database, such as postgresql://user:password@host:5432/name',
});

export const smtpUrl = () => ({
  schema: address(/^smtps?:$/, ({ hostname }) => hostname !== ''),
  expected: 'the address of a mail server, such as smtps://user:password@smtp.example.com:465',
});

export const sender = () => ({
  schema: z.string().check(z.trim(), z.regex(/^(?:[^\s<>@"]+@[^\s<>@"]+|[^<>\r\n]*<[^\s<>@"]+@[^\s<>@"]+>)$/)),
  expected: 'an e-mail address, with or without a name, such as Account portal <portal@example.com>',
});

export const emailAddress = (example: string) => ({
  schema: z.string().check(z.trim(), z.regex(/^[^\s<>@"]+@[^\s<>@"]+$/)),
  expected: `an e-mail address, such as ${example}`,
});

const host = String.raw`(?:[a-z\d](?:[a-z\d-]*[a-z\d])?)(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)`;
const lowerCase = (pattern: string) => z.string().check(z.trim(), z.toLowerCase(), z.regex(new RegExp(pattern)));

/** A name without a scheme, with a port where it is not the standard one. */
export const hostName = (example: string) => ({
  schema: lowerCase(`^${host}*(:\\d{1,5})?$`).check(z.refine((value: string) => URL.canParse(`https://${value}`))),
  expected: `a host without https:// and path, such as ${example}`,
});

export const domain = (example: string) => ({
  schema: lowerCase(`^${host}+$`),
  expected: `a domain, such as ${example}`,
});
