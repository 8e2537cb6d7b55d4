import { platformScopeError, platformScopeLimits } from '@portal/contract';
import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import { encodePassword, isCutInPassword } from './database-urls.ts';

interface SettingDoc {
  readonly description: string;
  /** The accepted values, in words: docs/generated/settings.md and the error for an invalid value show it. */
  readonly format: string;
  /** The default, in words; null for a required setting. */
  readonly defaultText: string | null;
}

/** The documentation of each setting, by its schema. */
export const settingDocs = z.registry<SettingDoc>();

function withDoc<S extends z.ZodMiniType>(schema: S, doc: SettingDoc): S {
  settingDocs.add<z.ZodMiniType>(schema, doc);
  return schema;
}

interface Parser<S extends z.ZodMiniType> {
  readonly schema: S;
  readonly format: string;
}

export function required<S extends z.ZodMiniType>(description: string, { schema, format }: Parser<S>): S {
  return withDoc(schema, { description, format, defaultText: null });
}

export function optional<S extends z.ZodMiniType>(
  description: string,
  { schema, format }: Parser<S>,
  defaultText: string,
) {
  return withDoc(z.optional(schema), { description, format, defaultText });
}

export function withDefault<S extends z.ZodMiniType>(
  description: string,
  { schema, format }: Parser<S>,
  defaultValue: z.core.util.NoUndefined<z.output<S>>,
  defaultText = `\`${String(defaultValue)}\``,
) {
  return withDoc(z._default(schema, defaultValue), { description, format, defaultText });
}

export const string = (format: string) => ({ schema: z.string().check(z.trim(), z.minLength(1)), format });

/** A comma-separated list with at least one entry. */
const listOf = <S extends z.ZodMiniType<string, string>>(entry: S) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((list: string) =>
        list
          .split(',')
          .map((each) => each.trim())
          .filter(Boolean),
      ),
      z.array(entry).check(z.minLength(1)),
    ),
  );

/** Separated by spaces, as the Caddyfile needs them. */
export const ipRanges = () => ({
  schema: z.pipe(
    z.string(),
    z.pipe(
      z.transform((list: string) => list.trim().split(/\s+/)),
      z.array(z.string().check(z.refine((range: string) => ipaddr.isValidCIDR(range)))),
    ),
  ),
  format: 'IP ranges separated by spaces, e.g. `192.0.2.0/24 2001:db8::/32`',
});

export const stringList = (format: string) => ({ schema: listOf(z.string()), format });

/** `name = description`, separated by semicolons. */
export const platformScopes = () => ({
  schema: z.pipe(
    z.string(),
    z.pipe(
      z.transform((list: string) =>
        list
          .split(';')
          .filter((each) => each.trim() !== '')
          .map((each) => {
            const [name = '', ...description] = each.split('=');
            return { name: name.trim(), description: description.join('=').trim() };
          }),
      ),
      z.array(z.object({ name: z.string(), description: z.string().check(z.minLength(1)) })).check(
        z.minLength(1),
        z.maxLength(platformScopeLimits.count),
        z.refine((scopes) => scopes.every(({ name }) => platformScopeError(name) === null)),
        z.refine((scopes) => new Set(scopes.map(({ name }) => name)).size === scopes.length),
      ),
    ),
  ),
  format:
    'scopes with a line each, e.g. `deploy = Deploy changes; plan = Show changes without making them`; names have no spaces and do not begin with `workspace:`, `members:`, `tokens:`, `audit:`, `billing:` or `account:`',
});

const connectionPrefix = /^[a-z\d-]+\|(?:[^\s,|]+\|)*$/;

/** Prefixes of Auth0 user ids, each up to a `|`; `none` is the empty list. */
export const connectionPrefixes = () => ({
  schema: z.pipe(
    z.string(),
    z.pipe(
      z.transform((list: string) => (list.trim() === 'none' ? [] : list.split(',').map((prefix) => prefix.trim()))),
      z.array(z.string().check(z.regex(connectionPrefix))),
    ),
  ),
  format: '`none`, or comma-separated prefixes of user ids that each end with `|`, e.g. `waad|,google-apps|`',
});

const mailboxConnection = /^(?:email\||[a-z\d-]+\|(?:[^\s,|@]+\|)*@(?:[a-z\d-]+\.)+[a-z\d-]+)$/;

/** Connections that are authoritative for mailboxes: `email|`, or a prefix of Auth0 user ids with a domain; `none` is the empty list. */
export const mailboxConnections = () => ({
  schema: z.pipe(
    z.string(),
    z.pipe(
      z.transform((list: string) => (list.trim() === 'none' ? [] : list.split(',').map((entry) => entry.trim()))),
      z.array(z.string().check(z.regex(mailboxConnection))),
    ),
  ),
  format:
    '`none`, or a comma-separated list of `email|` and prefixes of user ids with a domain, e.g. `email|,waad|@example.com`',
});

export const oneOf = <const T extends readonly string[]>(...values: T) => ({
  schema: z.enum(values),
  format: `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
});

export const boolean = () => ({
  schema: z.stringbool({ truthy: ['true'], falsy: ['false'] }),
  format: '`true` or `false`',
});

const numberMatching = (pattern: RegExp) => z.pipe(z.string().check(z.trim(), z.regex(pattern)), z.transform(Number));

export const integer = (min: number, max: number) => ({
  schema: z.pipe(numberMatching(/^\d{1,9}$/), z.number().check(z.minimum(min), z.maximum(max))),
  format: `an integer from ${min} to ${max}`,
});

export const positiveNumber = () => ({
  schema: z.pipe(numberMatching(/^\d{1,9}(\.\d{1,9})?$/), z.number().check(z.positive())),
  format: 'a number above 0, e.g. 1 or 0.5',
});

function url(protocols: RegExp, accepts: (url: URL) => boolean) {
  return z.string().check(
    z.trim(),
    z.refine((value: string) => {
      const parsed = URL.canParse(value) ? new URL(value) : null;
      return parsed !== null && protocols.test(parsed.protocol) && accepts(parsed);
    }),
  );
}

const urlWithPassword = (protocols: RegExp, accepts: (url: URL) => boolean) =>
  url(protocols, (parsed) => accepts(parsed) && !isCutInPassword(parsed));

/** As `new URL` writes it, with scheme and host in lower case. Without trailing slashes, so that paths can be appended. */
export const httpUrl = (example: string) => ({
  schema: url(/^https?:$/, hasOnlyPath).check(
    z.overwrite((value) => (URL.canParse(value) ? new URL(value).href : value).replace(/\/+$/, '')),
  ),
  format: `an http(s) URL without a query, e.g. ${example}`,
});

/** A page that the portal links to. */
export const linkUrl = (example: string) => ({
  schema: url(/^https?:$/, ({ username, password }) => !username && !password),
  format: `an http(s) URL, e.g. ${example}`,
});

/** Unchanged: the issuer of a token must match exactly. */
export const issuerUrl = (example: string) => ({
  schema: url(/^https?:$/, hasOnlyPath),
  format: `an http(s) URL, exactly as in the tokens, e.g. ${example}`,
});

export const issuerUrls = (example: string) => ({
  schema: listOf(issuerUrl(example).schema),
  format: `comma-separated http(s) URLs, exactly as in the tokens, e.g. ${example}`,
});

const hasOnlyPath = ({ username, password, search, hash }: URL) => !username && !password && !search && !hash;

export const databaseUrl = () => ({
  schema: urlWithPassword(/^postgres(ql)?:$/, ({ pathname }) => pathname.length > 1),
  format: `the URL of a PostgreSQL database, e.g. postgresql://user:password@host:5432/name; ${encodePassword}`,
});

export const smtpUrl = () => ({
  schema: urlWithPassword(/^smtps?:$/, ({ hostname }) => hostname !== ''),
  format: `the URL of a mail server, e.g. smtps://user:password@smtp.example.com:465; ${encodePassword}`,
});

export const emailSender = () => ({
  schema: z.string().check(z.trim(), z.regex(/^(?:[^\s<>@"]+@[^\s<>@"]+|[^<>\r\n]*<[^\s<>@"]+@[^\s<>@"]+>)$/)),
  format: 'an email address, with or without a name, e.g. Account portal <portal@example.com>',
});

export const emailAddress = (example: string) => ({
  schema: z.string().check(z.trim(), z.regex(/^[^\s<>@"]+@[^\s<>@"]+$/)),
  format: `an email address, e.g. ${example}`,
});

const hostPattern = String.raw`(?:[a-z\d](?:[a-z\d-]*[a-z\d])?)(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)`;
const lowerCase = (pattern: string) => z.string().check(z.trim(), z.toLowerCase(), z.regex(new RegExp(pattern)));

/** A host name without a scheme, and with a port unless it is the default port. */
export const hostname = (example: string) => ({
  schema: lowerCase(`^${hostPattern}*(:\\d{1,5})?$`).check(
    z.refine((value: string) => URL.canParse(`https://${value}`)),
  ),
  format: `a host without https:// and path, e.g. ${example}`,
});

export const domain = (example: string) => ({
  schema: lowerCase(`^${hostPattern}+$`),
  format: `a domain, e.g. ${example}`,
});
