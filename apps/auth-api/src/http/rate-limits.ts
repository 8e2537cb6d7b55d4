import { accountLoginLimit, invalidInputLimits, limitOf, type Call, type RateLimit } from '@portal/contract';
import type { Response } from 'express';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { hashSecret } from '../keys/secrets.ts';
import type { Settings } from '../settings.ts';
import { networkOf } from './network-of.ts';
import { problem } from './problem.ts';
import { waitText } from './wait-text.ts';

/** Whom a request counts against. */
export interface RateLimitSubject {
  readonly userId: string | null;
  readonly address: string | null;
}

/** A limit as the settings have it, and the key under which requests count. */
interface Allowance {
  /** The name of the limit: of the call, or of what several calls share. */
  readonly name: string;
  readonly times: number;
  readonly seconds: number;
  readonly key: string;
}

/** What is counted under a key. */
type Count = Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>;

/** A factor on every limit, and the limits that are settings. */
type LimitSettings = Pick<Settings, 'RATE_LIMIT_SCALE' | 'DATABASE_DIRECT_URL' | NonNullable<RateLimit['setting']>>;

/** Counts how often limited calls are made, in PostgreSQL, so that all replicas count together. */
export class RateLimits {
  readonly #store: object;
  readonly #settings: LimitSettings;
  readonly #limiters = new Map<string, RateLimiterPostgres>();
  /** Who is over a limit of invalid input, in the memory of this process, so that refusing them needs no statement. */
  readonly #blocked = new RateLimiterMemory({ keyPrefix: 'blocked', points: 1, duration: 1 });

  constructor(pool: pg.Pool, settings: LimitSettings) {
    this.#settings = settings;
    // A pooler in transaction mode may not keep named statements.
    this.#store = settings.DATABASE_DIRECT_URL === undefined ? pool : withoutNames(pool);
  }

  /** Counts a request of a call, tells the caller how many are left, and throws once there are none. */
  async count(callName: string, call: Call, subject: RateLimitSubject, res: Response): Promise<void> {
    const allowance = this.#allowanceOf(callName, call, subject);
    if (allowance) await this.#consume(allowance, res);
  }

  /** Takes back the count of a request that turned out to be a repeat of another one. */
  async giveBack(callName: string, call: Call, subject: RateLimitSubject): Promise<void> {
    const allowance = this.#allowanceOf(callName, call, subject);
    if (allowance) await this.#limiterOf(allowance).reward(allowance.key, 1);
  }

  /** Counts a finished login of an account, from whatever address, and throws once there are too many. */
  async countLoginOfAccount(identity: string, res: Response): Promise<void> {
    await this.#consume(this.#allowance('loginOfAccount', accountLoginLimit, hashSecret(identity)), res);
  }

  /** Counts a request with invalid input, and throws once its user or its address has sent too many. */
  async countInvalidInput(subject: RateLimitSubject, res: Response): Promise<void> {
    for (const allowance of this.#invalidInputOf(subject)) {
      await this.#refuseBlocked(allowance, res);
      const count = await this.#add(allowance);
      if (count.consumedPoints <= allowance.times) continue;
      await this.#blocked.block(blockedKey(allowance), count.msBeforeNext / 1_000);
      // The response names this limit only when it is the reason.
      announce(allowance, count, res);
    }
  }

  /**
   * Throws if this process knows that the user, or the address of a request without a user, has sent too many requests with
   * invalid input. It needs no statement.
   */
  async refuseInvalidInput(subject: RateLimitSubject, res: Response): Promise<void> {
    const [first] = this.#invalidInputOf(subject);
    if (first) await this.#refuseBlocked(first, res);
  }

  async #refuseBlocked(allowance: Allowance, res: Response): Promise<void> {
    const block = await this.#blocked.get(blockedKey(allowance));
    if (block) announce(allowance, { consumedPoints: allowance.times + 1, msBeforeNext: block.msBeforeNext }, res);
  }

  async #consume(allowance: Allowance, res: Response): Promise<void> {
    announce(allowance, await this.#add(allowance), res);
  }

  /** Adds one to a count and returns it, also where it is over the limit. */
  async #add(allowance: Allowance): Promise<Count> {
    try {
      return await this.#limiterOf(allowance).consume(allowance.key);
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return rejection;
      throw rejection;
    }
  }

  #limiterOf({ name, times, seconds }: Allowance): RateLimiterPostgres {
    const known = this.#limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: this.#store,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The job `purgeExpired` does it.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: times,
      duration: seconds,
    });
    this.#limiters.set(name, limiter);
    return limiter;
  }

  /** Null where a call has no limit. */
  #allowanceOf(callName: string, call: Call, subject: RateLimitSubject): Allowance | null {
    const limit = limitOf(call);
    return limit ? this.#allowance(call.limit ? callName : 'writes', limit, keyOf(limit, subject)) : null;
  }

  #allowance(name: string, { times: standard, seconds, setting }: RateLimit, key: string): Allowance {
    const times = (setting ? this.#settings[setting] : standard) * this.#settings.RATE_LIMIT_SCALE;
    return { name, times: Math.max(1, Math.round(times)), seconds, key };
  }

  /** That of the user, if there is one, then that of the address. */
  #invalidInputOf({ userId, address }: RateLimitSubject): Allowance[] {
    const { person: ofUser, address: ofAddress } = invalidInputLimits;
    const network = address && networkOf(address);
    return [
      ...(userId === null ? [] : [this.#allowance('invalid-input', ofUser, userId)]),
      ...(network ? [this.#allowance('invalid-input-of-address', ofAddress, network)] : []),
    ];
  }
}

const withoutNames = (pool: pg.Pool) => ({
  query: ({ text, values }: pg.QueryConfig) => pool.query({ text, ...(values && { values }) }),
});

const blockedKey = ({ name, key }: Allowance) => `${name}:${key}`;

/** Tells the caller how many requests are left, and throws if there are none. */
function announce({ name, times, seconds }: Allowance, { consumedPoints, msBeforeNext }: Count, res: Response): void {
  const secondsLeft = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  res.set({
    'RateLimit-Policy': `"${name}";q=${times};w=${seconds}`,
    RateLimit: `"${name}";r=${Math.max(0, times - consumedPoints)};t=${secondsLeft}`,
  });
  if (consumedPoints <= times) return;
  const message = `Too many requests. Try again in ${waitText(secondsLeft)}.`;
  throw problem('TooManyRequests', { message, retryAfter: secondsLeft });
}

function keyOf({ per }: RateLimit, { userId, address }: RateLimitSubject): string {
  const key = per === 'person' ? userId : address && networkOf(address);
  return key ?? 'unknown';
}
