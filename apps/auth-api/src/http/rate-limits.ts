import type { Call, RateLimit } from '@portal/contract';
import type { Response } from 'express';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './network-of.ts';
import { problem } from './problem.ts';

interface Spender {
  readonly person: string | null;
  readonly address: string | null;
}

function keyOf({ per }: RateLimit, { person, address }: Spender): string {
  const key = per === 'person' ? person : address && networkOf(address);
  return key ?? 'unknown';
}

/** Counts how often limited calls are made, in PostgreSQL, so that all replicas count together. */
export class RateLimits {
  readonly #pool: pg.Pool;
  readonly #scale: number;
  readonly #limiters = new Map<string, RateLimiterPostgres>();

  /** `scale` is a factor on every limit. */
  constructor(pool: pg.Pool, scale: number) {
    this.#pool = pool;
    this.#scale = scale;
  }

  /** Counts one more, tells the caller how many are left, and fails once there are none. */
  async spend(name: string, call: Call, who: Spender, res: Response): Promise<void> {
    if (!call.limit) return;
    const key = keyOf(call.limit, who);
    const limiter = this.#limiterOf(name, call.limit);
    const outcome = await limiter.consume(key).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    });
    const seconds = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000));
    res.set({
      'RateLimit-Policy': `"${name}";q=${limiter.points};w=${call.limit.seconds}`,
      RateLimit: `"${name}";r=${outcome.remainingPoints};t=${seconds}`,
    });
    if (outcome.consumedPoints > limiter.points) throw problem('TooManyRequests', { retryAfter: seconds });
  }

  /** Counts one less: it was only a twin of another, which was counted. */
  async giveBack(name: string, { limit }: Call, who: Spender): Promise<void> {
    if (limit) await this.#limiterOf(name, limit).reward(keyOf(limit, who));
  }

  #limiterOf(name: string, { times, seconds }: RateLimit): RateLimiterPostgres {
    const known = this.#limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: this.#pool,
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: Math.max(1, Math.round(times * this.#scale)),
      duration: seconds,
    });
    this.#limiters.set(name, limiter);
    return limiter;
  }
}
