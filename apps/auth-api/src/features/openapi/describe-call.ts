import {
  isOpenToApiTokens,
  isReadableByTokens,
  oneTimeReplaySeconds,
  rateLimitOf,
  tokenReadLimit,
  type Access,
  type Call,
  type LockKind,
  type Payer,
  type TokenKind,
} from '@portal/contract';
import { isUnauthenticatedAccess } from '../../request/call/possible-errors.ts';

// Sentences about a call for the reference, generated from the call table.

const accessDescriptions: Readonly<Record<Exclude<Access['who'], 'member'>, string>> = {
  anyone: 'No authentication.',
  authenticated: 'Any logged-in user.',
  self: 'The user in the path.',
  staff: 'Staff with a staff session.',
  instance: 'An instance, with its token.',
  webhook: 'The sender, which signs the body.',
};
const requirementDescriptions = {
  verifiedEmail: 'Requires a verified email address.',
  acceptedTerms: 'Requires acceptance of the current terms.',
};
const lockedStateNames: Readonly<Record<LockKind, string>> = { quarantine: 'quarantined', suspension: 'suspended' };
const tokenNames: Readonly<Record<TokenKind, string>> = {
  api: 'an API token',
  instance: 'an instance token',
  account: 'a token of a terminal login without a workspace',
};

/** Who may make a call. */
export function describeAccess(access: Access): string {
  if (isUnauthenticatedAccess(access) || access.who === 'instance') return accessDescriptions[access.who];
  const who =
    access.who === 'member'
      ? `A member of the workspace with the role ${formatList(access.roles, 'or')}.`
      : accessDescriptions[access.who];
  const tokens = access.tokens?.map((kind) => tokenNames[kind]) ?? [];
  const lockedStates = access.allowedWhile?.map((kind) => lockedStateNames[kind]) ?? [];
  return [
    who,
    ...access.requires.map((requirement) => requirementDescriptions[requirement]),
    lockedStates.length > 0 ? `Allowed while the account is ${formatList(lockedStates, 'or')}.` : '',
    describeScope(access),
    tokens.length > 0 ? `Also accepts ${formatList(tokens, 'or')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** What an API token needs; an empty string if the call takes none, or any. */
function describeScope(access: Access): string {
  if (access.who !== 'member') return '';
  const { scope, ownToken } = access;
  const own = ownToken ? 'An API token can make the call about itself.' : '';
  const scoped = scope === undefined ? '' : `An API token needs the scope \`${scope}\`.`;
  return [scoped, own].filter(Boolean).join(' ');
}

const payerNames: Readonly<Record<Payer, string>> = {
  user: 'user',
  member: 'user and workspace',
  credential: 'session',
  ip: 'IP address',
};
const sharers = {
  accessEnds: 'all calls that end access',
  writes: 'all other non-GET calls without a limit of their own',
};

/** The rate limit of a call, and that of tokens if the call is a read that they may make; an empty string without one. */
export const describeRateLimit = (call: Call): string =>
  [describeOwnLimit(call), describeTokenReadLimit(call)].filter(Boolean).join(' ');

const describeTokenReadLimit = (call: Call): string =>
  isReadableByTokens(call)
    ? `Rate limit of a token: ${tokenReadLimit.times} per ${formatPeriod(tokenReadLimit.seconds)}, shared by all its reads.`
    : '';

function describeOwnLimit(call: Call): string {
  const limit = rateLimitOf(call);
  if (!limit) return '';
  const counted = limit.counts === 'failures' ? ' failed requests' : '';
  const shared = call.rateLimit ? '' : `, shared by ${call.endsAccess ? sharers.accessEnds : sharers.writes}`;
  const setting = limit.setting ? ` (\`${limit.setting}\`)` : '';
  const inAll = limit.timesInAllWorkspaces === undefined ? '' : `, and ${limit.timesInAllWorkspaces} in all workspaces`;
  const ofSession = limit.perSessionWith ? `; with \`${limit.perSessionWith}=1\` and a session, per session` : '';
  const perProcess = limit.store === 'memory' ? ', in each process' : '';
  return `Rate limit: ${limit.times}${setting}${counted} per ${formatPeriod(limit.seconds)} per ${payerNames[limit.per]}${inAll}${shared}${ofSession}${perProcess}.`;
}

/** How recent the login must be; an empty string for a call that does not require a recent login. */
export const describeRecentLogin = ({ recentLogin }: Call): string =>
  recentLogin ? `Requires a recent login (\`${recentLogin}\`).` : '';

/** What a retry does; an empty string for a call that cannot be retried with an idempotency key. */
export function describeRetries(call: Call): string {
  if (call.method === 'GET' || isUnauthenticatedAccess(call.access)) return '';
  const key = isOpenToApiTokens(call) ? '`requestUlid` or `Idempotency-Key`' : '`requestUlid`';
  return call.oneTimeFields
    ? `A retry with the same ${key} changes nothing. For ${describeDuration(oneTimeReplaySeconds)} it returns ${formatList(
        call.oneTimeFields.map((field) => `\`${field}\``),
        'and',
      )} again and counts against the rate limit. After that, or if what was created is revoked or expired, it fails with \`SecretNoLongerAvailable\`.`
    : `A retry with the same ${key} returns the same response and changes nothing; lists in the response are read again.`;
}

/** How to get the next page; an empty string for a call that is not paginated. */
export function describePagination({ paginated, result }: Call): string {
  if (!paginated) return '';
  const hasNext = 'next' in ((result as { shape?: object } | undefined)?.shape ?? {});
  return hasNext
    ? 'Paginated: pass `next` of a page as `after` to get the next page, until it is null. The `Link` header has the same URL.'
    : 'Paginated: while there are more rows, the `Link` header has the URL of the next page (`rel="next"`).';
}

function formatList(items: readonly string[], conjunction: 'and' | 'or'): string {
  return new Intl.ListFormat('en-GB', { type: conjunction === 'and' ? 'conjunction' : 'disjunction' }).format(items);
}

const inLargestUnit = (seconds: number): readonly [count: number, unit: string] =>
  seconds % 3600 === 0 ? [seconds / 3600, 'hour'] : seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];

/** For "per …": `hour`, `10 minutes`. */
function formatPeriod(seconds: number): string {
  const [count, unit] = inLargestUnit(seconds);
  return count === 1 ? unit : `${count} ${unit}s`;
}

/** For "for …": `1 hour`, `10 minutes`. */
function describeDuration(seconds: number): string {
  const [count, unit] = inLargestUnit(seconds);
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
