import {
  accountLoginLimit,
  addressGuessLimit,
  guessLimit,
  introspectionLimit,
  invalidInputLimit,
  parseIpAddress,
  rateLimitOf,
  refreshLimit,
  tokenReadLimit,
  type Call,
  type RateLimit,
} from '@portal/contract';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import {
  RateLimiterMemory,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Settings } from '../../platform/config/settings.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { formatDuration } from '../../platform/lib/format-duration.ts';
import { withQuerySpan } from '../../platform/observability/database-spans.ts';
import type { Actor } from '../account/actor.ts';
import { hashSecret } from '../auth/secrets.ts';

/** Who a request counts against. */
export interface RateLimitSubject {
  /** Null for a request without a session or token, and for a call that ignores them. */
  readonly actor: Actor | null;
  readonly ip: string | null;
}

/** The response that gets the RateLimit headers. */
interface RateLimitedResponse {
  set(headers: Readonly<Record<string, string>>): unknown;
}

/** A limit with the settings applied, for one subject. */
interface Quota {
  /** The name of the call, or of a limit that several calls share. */
  readonly name: string;
  readonly times: number;
  readonly seconds: number;
  readonly key: string;
  readonly store: 'database' | 'memory';
}

type Count = Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>;

interface CountedQuota {
  readonly quota: Quota;
  readonly count: Count;
}

type LimitSettings = Pick<
  Settings,
  'RATE_LIMIT_MULTIPLIER' | 'DATABASE_DIRECT_URL' | NonNullable<RateLimit['setting']>
>;

/** Counts requests in PostgreSQL, so that all replicas share the counts, or in memory, if the limit says so. */
export class RateLimits {
  readonly #store: object;
  readonly #settings: LimitSettings;
  readonly #limiters = new Map<string, RateLimiterAbstract>();
  /** Subjects over a limit of failures. In memory, so that rejecting them needs no database query. */
  readonly #blocked = new RateLimiterMemory({ keyPrefix: 'blocked', points: 1, duration: 1 });

  constructor(pool: pg.Pool, settings: LimitSettings) {
    this.#settings = settings;
    // A pooler in transaction mode may not support named statements.
    this.#store = tracedStore(pool, { usesNames: settings.DATABASE_DIRECT_URL === undefined });
  }

  /** Counts a request, sets the RateLimit headers, and throws `TooManyRequests` over the limit. */
  async count(callName: string, call: Call, subject: RateLimitSubject, res: RateLimitedResponse): Promise<void> {
    const [own, ...shared] = await this.#incrementAll(this.#callQuotas(callName, call, subject));
    if (!own) return;
    applyQuota(own.quota, own.count, res);
    // The headers name the shared limit only when it rejects the request.
    for (const { quota, count } of shared.filter(isOver)) applyQuota(quota, count, res);
  }

  /** Refunds the point of a request that turned out to be a retry. */
  async refund(callName: string, call: Call, subject: RateLimitSubject): Promise<void> {
    await Promise.all(this.#callQuotas(callName, call, subject).map((quota) => this.#refund(quota)));
  }

  /**
   * Refunds the point of a request that failed without any fault of the user and changed nothing. Only so many failures of an hour are
   * refunded, so that they cannot use up the limit of the service that failed.
   */
  async refundFailure(callName: string, call: Call, subject: RateLimitSubject): Promise<void> {
    const failures = this.#quota(`${callName}-refunds`, refundedFailures, keyOf(refundedFailures, subject));
    const { consumedPoints } = await this.#increment(failures);
    if (consumedPoints <= failures.times) await this.refund(callName, call, subject);
  }

  /** Counts a read by a token, sets the RateLimit headers, and throws `TooManyRequests` over the limit. Needs no database query. */
  async countTokenRead(subject: RateLimitSubject, res: RateLimitedResponse): Promise<void> {
    const quota = this.#quota('token-reads', tokenReadLimit, keyOf(tokenReadLimit, subject));
    applyQuota(quota, await this.#increment(quota), res);
  }

  /** Counts a question of an instance about a token, and throws `TooManyRequests` over the limit. Needs no database query. */
  async countIntrospection(tokenId: string): Promise<void> {
    const quota = this.#quota('introspections', introspectionLimit, tokenId);
    rejectIfOver(quota, await this.#increment(quota));
  }

  /** Counts a refresh of a terminal login, and throws `TooManyRequests` over the limit. Needs no database query. */
  async countRefresh(sessionId: string): Promise<void> {
    const quota = this.#quota('refreshes', refreshLimit, sessionId);
    rejectIfOver(quota, await this.#increment(quota));
  }

  /** Counts a request that may guess a secret, for the user and the address, and throws `TooManyRequests` over the limit. */
  async countGuess(subject: RateLimitSubject): Promise<void> {
    for (const { quota, count } of await this.#incrementAll(this.#guessQuotas(subject))) rejectIfOver(quota, count);
  }

  /** Refunds a request that was no wrong guess. */
  async refundGuess(subject: RateLimitSubject): Promise<void> {
    await Promise.all(this.#guessQuotas(subject).map((quota) => this.#refund(quota)));
  }

  /** The quota of the user, then the one that the user shares with others behind the address. */
  #guessQuotas(subject: RateLimitSubject): Quota[] {
    return [
      this.#quota('wrong-guesses', guessLimit, keyOf(guessLimit, subject)),
      this.#quota('wrong-guesses-of-address', addressGuessLimit, keyOf(addressGuessLimit, subject)),
    ];
  }

  /** Counts a completed login of an account, from any IP, and throws `TooManyRequests` over the limit. */
  async countAccountLogin(identity: string, res: RateLimitedResponse): Promise<void> {
    const quota = this.#quota('loginOfAccount', accountLoginLimit, hashSecret(identity));
    applyQuota(quota, await this.#increment(quota), res);
  }

  /** Counts a failed request of a call that limits them. Throws `TooManyRequests` over the limit. */
  async countFailure(
    callName: string,
    limit: RateLimit,
    subject: RateLimitSubject,
    res: RateLimitedResponse,
  ): Promise<void> {
    await this.#countFailure(this.#quota(callName, limit, keyOf(limit, subject)), res);
  }

  /** Counts a request with invalid input. Throws `TooManyRequests` when its credential is over the limit. */
  async countInvalidInput(subject: RateLimitSubject, res: RateLimitedResponse): Promise<void> {
    await this.#countFailure(this.#invalidInputQuota(subject), res);
  }

  /**
   * Throws `TooManyRequests` if this process knows that the credential is over the limit of invalid input. Needs no database
   * query.
   */
  async rejectInvalidInput(subject: RateLimitSubject, res: RateLimitedResponse): Promise<void> {
    await this.#rejectIfBlocked(this.#invalidInputQuota(subject), res);
  }

  async #countFailure(quota: Quota, res: RateLimitedResponse): Promise<void> {
    await this.#rejectIfBlocked(quota, res);
    const count = await this.#increment(quota);
    if (count.consumedPoints <= quota.times) return;
    await this.#blocked.block(blockedKey(quota), count.msBeforeNext / 1_000);
    // The headers name this limit only when it rejects the request.
    applyQuota(quota, count, res);
  }

  async #rejectIfBlocked(quota: Quota, res: RateLimitedResponse): Promise<void> {
    const block = await this.#blocked.get(blockedKey(quota));
    if (block) applyQuota(quota, { consumedPoints: quota.times + 1, msBeforeNext: block.msBeforeNext }, res);
  }

  #refund(quota: Quota): Promise<RateLimiterRes> {
    return this.#limiterOf(quota).reward(quota.key, 1);
  }

  /**
   * Increments the counts of a subject's own quota and of those that it shares with others. A request over its own quota must not use up what
   * it shares.
   */
  async #incrementAll(quotas: readonly Quota[]): Promise<CountedQuota[]> {
    const counted = await Promise.all(quotas.map(async (quota) => ({ quota, count: await this.#increment(quota) })));
    const [own, ...shared] = counted;
    if (own && isOver(own)) await Promise.all(shared.map(({ quota }) => this.#refund(quota)));
    return counted;
  }

  /** Increments a count and returns it, even over the limit. */
  async #increment(quota: Quota): Promise<Count> {
    try {
      return await this.#limiterOf(quota).consume(quota.key);
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return rejection;
      throw rejection;
    }
  }

  #limiterOf({ name, times, seconds, store }: Quota): RateLimiterAbstract {
    const existing = this.#limiters.get(name);
    if (existing) return existing;
    const options = { keyPrefix: name, points: times, duration: seconds };
    // A limiter in memory deletes an entry when its window ends.
    const limiter = store === 'memory' ? new RateLimiterMemory(options) : this.#databaseLimiter(options);
    this.#limiters.set(name, limiter);
    return limiter;
  }

  #databaseLimiter(options: IRateLimiterOptions): RateLimiterPostgres {
    return new RateLimiterPostgres({
      ...options,
      storeClient: this.#store,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The job `purgeExpired` deletes them.
      clearExpiredByTimeout: false,
    });
  }

  /**
   * The quota of the call, then the one that it shares with other workspaces or tokens. Empty for a call without a limit, and for one that
   * counts failures.
   */
  #callQuotas(callName: string, call: Call, subject: RateLimitSubject): Quota[] {
    const limit = rateLimitOf(call);
    if (!limit || limit.counts === 'failures') return [];
    const { times, seconds } = limit;
    if (limit.perSessionWith && subject.actor) {
      const ofSession: RateLimit = { times, seconds, per: 'credential' };
      return [this.#quota(`${callName}-of-session`, ofSession, keyOf(ofSession, subject))];
    }
    const name = call.rateLimit ? callName : call.endsAccess ? 'access-ends' : 'writes';
    const quota = this.#quota(name, limit, keyOf(limit, subject));
    if (limit.timesInAllWorkspaces === undefined) return [quota];
    const shared: RateLimit = { times: limit.timesInAllWorkspaces, seconds, per: 'user' };
    const credential = subject.actor?.credential;
    // A token has one workspace. What could be used up is the number of tokens.
    if (credential && credential.kind !== 'session')
      return isSharedByTokens(call)
        ? [quota, this.#quota(`${name}-by-tokens`, shared, credential.workspaceId ?? credential.id)]
        : [quota];
    return [quota, this.#quota(`${name}-in-all-workspaces`, shared, keyOf(shared, subject))];
  }

  #quota(name: string, limit: RateLimit, key: string): Quota {
    const { times: defaultTimes, seconds, setting, store = 'database' } = limit;
    const times = (setting ? this.#settings[setting] : defaultTimes) * this.#settings.RATE_LIMIT_MULTIPLIER;
    return { name, times: Math.max(1, Math.round(times)), seconds, key, store };
  }

  #invalidInputQuota(subject: RateLimitSubject): Quota {
    return this.#quota('invalid-input', invalidInputLimit, keyOf(invalidInputLimit, subject));
  }
}

/** Whether all tokens of a workspace share the larger limit of a call. They do not if a token can make the call only about itself. */
export const isSharedByTokens = ({ access, rateLimit }: Call) =>
  rateLimit?.timesInAllWorkspaces !== undefined && access.who === 'member' && access.scope !== undefined;

const tracedStore = (pool: pg.Pool, { usesNames }: { readonly usesNames: boolean }) => ({
  query: ({ text, name, values }: pg.QueryConfig) =>
    withQuerySpan(text, () =>
      pool.query({ text, ...(usesNames && name !== undefined && { name }), ...(values && { values }) }),
    ),
});

const refundedFailures: RateLimit = { times: 20, seconds: 3_600, per: 'user' };

const blockedKey = ({ name, key }: Quota) => `${name}:${key}`;

const isOver = ({ quota, count }: CountedQuota) => count.consumedPoints > quota.times;

const secondsLeftOf = ({ msBeforeNext }: Count) => Math.max(1, Math.ceil(msBeforeNext / 1_000));

/** Sets the RateLimit headers and throws `TooManyRequests` over the limit. */
function applyQuota(quota: Quota, count: Count, res: RateLimitedResponse): void {
  const { name, times, seconds } = quota;
  res.set({
    'RateLimit-Policy': `"${name}";q=${times};w=${seconds}`,
    RateLimit: `"${name}";r=${Math.max(0, times - count.consumedPoints)};t=${secondsLeftOf(count)}`,
  });
  rejectIfOver(quota, count);
}

function rejectIfOver({ times }: Quota, count: Count): void {
  if (count.consumedPoints <= times) return;
  const secondsLeft = secondsLeftOf(count);
  const message = `Too many requests. Try again in ${formatDuration(secondsLeft)}.`;
  throw apiError('TooManyRequests', { message, retryAfter: secondsLeft });
}

/**
 * The key of the budget that a request is charged to. A token has a budget of its own, whatever the limit counts. A session has another
 * one after a login that renews it, because the thief of its earlier cookie may have used up the first.
 */
function keyOf({ per }: RateLimit, { actor, ip }: RateLimitSubject): string {
  if (per === 'ip') return (ip === null ? null : clientIpKey(ip)) ?? 'unknown';
  if (!actor) throw new AppError(`A request without a credential has no budget per ${per}`);
  const { user, credential, membership } = actor;
  if (credential.kind !== 'session') return credential.id;
  if (per === 'credential') return `${credential.id}:${credential.startedAt.getTime()}`;
  if (!user) throw new AppError('A service account has no session');
  if (per === 'user') return user.id;
  if (!membership) throw new AppError('A request of someone who is not a member has no budget per member');
  return `${user.id}:${membership.workspaceId}`;
}

/**
 * The key under which a client IP is counted: an IPv4 address, or the /64 network of an IPv6 address, which one subscriber
 * typically owns. Null if it is not an IP address.
 */
export function clientIpKey(address: string): string | null {
  const parsed = parseIpAddress(address);
  if (parsed === null) return null;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
