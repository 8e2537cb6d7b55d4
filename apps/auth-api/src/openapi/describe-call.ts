import { rateLimitOf, oneTimeReplaySeconds, type Access, type Call, type TokenKind } from '@portal/contract';
import { isUnauthenticatedAccess } from '../pipeline/possible-errors.ts';

const accessDescriptions: Readonly<Record<Exclude<Access['who'], 'member'>, string>> = {
  anyone: 'Anybody.',
  authenticated: 'Any person who is signed in.',
  self: 'The person named in the path.',
  staff: 'Staff: a verified e-mail address in the company’s own domain.',
  instance: 'An instance, by its token.',
  webhook: 'Whoever signs the body with the secret of the webhook.',
};
const requirementDescriptions = {
  verifiedEmail: 'Needs a verified e-mail address.',
  acceptedTerms: 'Needs the current terms accepted.',
};
const tokenNames: Readonly<Record<TokenKind, string>> = { api: 'an API token', instance: 'an instance token' };

/** Who may make a call, in words. */
export function describeAccess(access: Access): string {
  if (isUnauthenticatedAccess(access) || access.who === 'instance') return accessDescriptions[access.who];
  const who =
    access.who === 'member'
      ? `A member of the workspace as ${formatList(access.roles, 'or')}.`
      : accessDescriptions[access.who];
  const tokens = access.tokens?.map((kind) => tokenNames[kind]) ?? [];
  return [
    who,
    ...access.requires.map((need) => requirementDescriptions[need]),
    access.allowedWhile?.length ? `Also while the account is ${formatList(access.allowedWhile, 'or')}.` : '',
    tokens.length > 0 ? `Also with ${formatList(tokens, 'or')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** How often a call may be made, in words; nothing where that is as often as one likes. */
export function describeRateLimit(call: Call): string {
  const limit = rateLimitOf(call);
  if (!limit) return '';
  const who = limit.per === 'user' ? 'one person' : 'one address of the network';
  const shared = call.rateLimit ? '' : ', together with all changing calls without a limit of their own';
  const setting = limit.setting ? ` (\`${limit.setting}\`)` : '';
  return `At most ${limit.times} times${setting} in ${formatPeriod(limit.seconds)} for ${who}${shared}.`;
}

/** What becomes of a repeat, in words; nothing where a call changes nothing. */
export function describeRetries(call: Call): string {
  if (call.method === 'GET' || isUnauthenticatedAccess(call.access)) return '';
  return call.oneTimeFields
    ? `A retry with the same \`requestUlid\` changes nothing. For ${formatPeriod(oneTimeReplaySeconds)} it returns ${formatList(
        call.oneTimeFields.map((field) => `\`${field}\``),
        'and',
      )} again, which counts against the limit. After that, or if what was created is revoked or expired, it fails with \`SecretNoLongerAvailable\`.`
    : 'A retry with the same `requestUlid` gets the same response and changes nothing; a list in it is the current one.';
}

/** How a list in pages goes on, in words; nothing where a call has none. */
export function describePagination({ paginated: paged, result }: Call): string {
  if (!paged) return '';
  const hasNext = 'next' in ((result as { shape?: object } | undefined)?.shape ?? {});
  return hasNext
    ? 'The list comes in pages: pass `next` of a page as `after` to get the following one, until it is null. The `Link` header has the same address.'
    : 'The list comes in pages: while there are more rows, the `Link` header has the address of the following page (`rel="next"`).';
}

function formatList(words: readonly string[], conjunction: 'and' | 'or'): string {
  return new Intl.ListFormat('en-GB', { type: conjunction === 'and' ? 'conjunction' : 'disjunction' }).format(words);
}

function formatPeriod(seconds: number): string {
  const [count, unit] =
    seconds % 3600 === 0
      ? [seconds / 3600, 'hour']
      : seconds % 60 === 0
        ? [seconds / 60, 'minute']
        : [seconds, 'second'];
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`;
}
