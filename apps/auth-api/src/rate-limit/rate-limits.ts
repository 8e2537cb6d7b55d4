import { accountLoginLimit, invalidInputLimits, rateLimitOf, type Call, type RateLimit } from '@portal/contract';
import type { Response } from 'express';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { hashSecret } from '../auth/secrets.ts';
import type { Settings } from '../config/settings.ts';
import { apiError } from '../errors/api-error.ts';
import { formatDuration } from '../lib/format-duration.ts';
import { withQuerySpan } from '../observability/database-spans.ts';
import { clientIpKey } from './client-ip-key.ts';

/** Who a request counts against. */
export interface RateLimitSubject {
  readonly userId: string | null;
  readonly ip: string | null;
}

/** A limit with the settings applied, for one subject. */
interface Quota {
  /** The name of the call, or of a limit that several calls share. */
  readonly name: string;
  readonly times: number;
  readonly seconds: number;
  readonly key: string;
}

type Count = Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>;

type LimitSettings = Pick<
  Settings,
  'RATE_LIMIT_MULTIPLIER' | 'DATABASE_DIRECT_URL' | NonNullable<RateLimit['setting']>
>;

/** Counts requests in PostgreSQL, so that all replicas share the counts. */
export class RateLimits {
  readonly #store: object;
  readonly #settings: LimitSettings;
  readonly #limiters = new Map<string, RateLimiterPostgres>();
  /** Subjects over a limit of invalid input. In memory, so that rejecting them needs no database query. */
  readonly #blocked = new RateLimiterMemory({ keyPrefix: 'blocked', points: 1, duration: 1 });

  constructor(pool: pg.Pool, settings: LimitSettings) {
    this.#settings = settings;
    // A pooler in transaction mode may not support named statements.
    this.#store = tracedStore(pool, { usesNames: settings.DATABASE_DIRECT_URL === undefined });
  }

  /** Counts a request, sets the RateLimit headers, and throws `TooManyRequests` over the limit. */
  async count(callName: string, call: Call, subject: RateLimitSubject, res: Response): Promise<void> {
    const quota = this.#callQuota(callName, call, subject);
    if (quota) await this.#consume(quota, res);
  }

  /** Refunds the point of a request that turned out to be a retry. */
  async refund(callName: string, call: Call, subject: RateLimitSubject): Promise<void> {
    const quota = this.#callQuota(callName, call, subject);
    if (quota) await this.#limiterOf(quota).reward(quota.key, 1);
  }

  /** Counts a completed login of an account, from any IP, and throws `TooManyRequests` over the limit. */
  async countAccountLogin(identity: string, res: Response): Promise<void> {
    await this.#consume(this.#quota('loginOfAccount', accountLoginLimit, hashSecret(identity)), res);
  }

  /** Counts a request with invalid input. Throws `TooManyRequests` when its user or its IP is over the limit. */
  async countInvalidInput(subject: RateLimitSubject, res: Response): Promise<void> {
    for (const quota of this.#invalidInputQuotas(subject)) {
      await this.#rejectIfBlocked(quota, res);
      const count = await this.#increment(quota);
      if (count.consumedPoints <= quota.times) continue;
      await this.#blocked.block(blockedKey(quota), count.msBeforeNext / 1_000);
      // The headers name this limit only when it rejects the request.
      applyQuota(quota, count, res);
    }
  }

  /**
   * Throws `TooManyRequests` if this process knows that the user, or the IP of a request without a user, is over the limit
   * of invalid input. Needs no database query.
   */
  async rejectInvalidInput(subject: RateLimitSubject, res: Response): Promise<void> {
    const [first] = this.#invalidInputQuotas(subject);
    if (first) await this.#rejectIfBlocked(first, res);
  }

  async #rejectIfBlocked(quota: Quota, res: Response): Promise<void> {
    const block = await this.#blocked.get(blockedKey(quota));
    if (block) applyQuota(quota, { consumedPoints: quota.times + 1, msBeforeNext: block.msBeforeNext }, res);
  }

  async #consume(quota: Quota, res: Response): Promise<void> {
    applyQuota(quota, await this.#increment(quota), res);
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

  #limiterOf({ name, times, seconds }: Quota): RateLimiterPostgres {
    const existing = this.#limiters.get(name);
    if (existing) return existing;
    const limiter = new RateLimiterPostgres({
      storeClient: this.#store,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The job `purgeExpired` deletes them.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: times,
      duration: seconds,
    });
    this.#limiters.set(name, limiter);
    return limiter;
  }

  /** Null for a call without a limit. */
  #callQuota(callName: string, call: Call, subject: RateLimitSubject): Quota | null {
    const limit = rateLimitOf(call);
    return limit ? this.#quota(call.rateLimit ? callName : 'writes', limit, keyOf(limit, subject)) : null;
  }

  #quota(name: string, { times: defaultTimes, seconds, setting }: RateLimit, key: string): Quota {
    const times = (setting ? this.#settings[setting] : defaultTimes) * this.#settings.RATE_LIMIT_MULTIPLIER;
    return { name, times: Math.max(1, Math.round(times)), seconds, key };
  }

  /** The quota of the user, if there is one, then the quota of the IP. */
  #invalidInputQuotas({ userId, ip }: RateLimitSubject): Quota[] {
    const ipKey = ip && clientIpKey(ip);
    return [
      ...(userId === null ? [] : [this.#quota('invalid-input', invalidInputLimits.user, userId)]),
      ...(ipKey ? [this.#quota('invalid-input-of-address', invalidInputLimits.ip, ipKey)] : []),
    ];
  }
}

const tracedStore = (pool: pg.Pool, { usesNames }: { readonly usesNames: boolean }) => ({
  query: ({ text, name, values }: pg.QueryConfig) =>
    withQuerySpan(text, () =>
      pool.query({ text, ...(usesNames && name !== undefined && { name }), ...(values && { values }) }),
    ),
});

const blockedKey = ({ name, key }: Quota) => `${name}:${key}`;

/** Sets the RateLimit headers and throws `TooManyRequests` over the limit. */
function applyQuota({ name, times, seconds }: Quota, { consumedPoints, msBeforeNext }: Count, res: Response): void {
  const secondsLeft = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  res.set({
    'RateLimit-Policy': `"${name}";q=${times};w=${seconds}`,
    RateLimit: `"${name}";r=${Math.max(0, times - consumedPoints)};t=${secondsLeft}`,
  });
  if (consumedPoints <= times) return;
  const message = `Too many requests. Try again in ${formatDuration(secondsLeft)}.`;
  throw apiError('TooManyRequests', { message, retryAfter: secondsLeft });
}

function keyOf({ per }: RateLimit, { userId, ip }: RateLimitSubject): string {
  const key = per === 'user' ? userId : ip && clientIpKey(ip);
  return key ?? 'unknown';
}
