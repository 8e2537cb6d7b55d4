import { accountLoginLimit, invalidInputLimits, limitOf, type Call, type RateLimit } from '@portal/contract';
import type { Response } from 'express';
import type pg from 'pg';
import { namedOn, type RunNamed } from '../database/named-statement.ts';
import { hashSecret } from '../keys/secrets.ts';
import type { Settings } from '../settings.ts';
import { BlockedKeys } from './blocked-keys.ts';
import { networkOf } from './network-of.ts';
import { problem } from './problem.ts';
import { addPoints, endOfWindow } from './rate-limits.sql.ts';
import { waitText } from './wait-text.ts';

/** Whom a limit may be for. */
export interface Spender {
  readonly person: string | null;
  readonly address: string | null;
}

/** How often somebody may make a call, and under which key that is counted. */
export interface Allowance {
  /** The name of the limit: of the call, or of what several calls share. */
  readonly name: string;
  readonly key: string;
  readonly times: number;
  readonly seconds: number;
}

/** What was counted under a key. */
export interface Counted {
  readonly points: number;
  /** In how many milliseconds the window ends. */
  readonly msLeft: number;
}

const add = { name: 'count-call', text: addPoints(`VALUES ($2, $3::int, ${endOfWindow('$1')})`) };

/** A factor on every limit, and the limits that are settings. */
type LimitSettings = Pick<Settings, 'RATE_LIMIT_SCALE' | NonNullable<RateLimit['setting']>>;

/** Counts how often limited calls are made, in PostgreSQL, so that all replicas count together. */
export class RateLimits {
  readonly #sql: RunNamed;
  readonly #settings: LimitSettings;
  readonly #blocked = new BlockedKeys();

  constructor(pool: pg.Pool, settings: LimitSettings) {
    this.#sql = namedOn(pool);
    this.#settings = settings;
  }

  /** Null where a call has no limit. */
  allowanceOf(callName: string, call: Call, who: Spender): Allowance | null {
    const limit = limitOf(call);
    return limit ? this.#allowance(call.limit ? callName : 'writes', limit, keyOf(limit, who)) : null;
  }

  #allowance(name: string, { times: standard, seconds, setting }: RateLimit, subject: string): Allowance {
    const times = (setting ? this.#settings[setting] : standard) * this.#settings.RATE_LIMIT_SCALE;
    return { name, key: `${name}:${subject}`, times: Math.max(1, Math.round(times)), seconds };
  }

  /** Counts one more, tells the caller how many are left, and fails once there are none. */
  async spend(name: string, call: Call, who: Spender, res: Response, work = { sql: this.#sql }): Promise<void> {
    const allowance = this.allowanceOf(name, call, who);
    if (allowance) await this.#count(allowance, res, work);
  }

  /** Counts a finished login of an account, from whatever address, and fails once there are too many. */
  async spendLoginOfAccount(subject: string, res: Response): Promise<void> {
    await this.#count(this.#allowance('loginOfAccount', accountLoginLimit, hashSecret(subject)), res);
  }

  async #count(allowance: Allowance, res: Response, work = { sql: this.#sql }): Promise<void> {
    const counted = await this.#add(allowance, 1, work);
    if (counted) judge(allowance, counted, res);
  }

  /** Counts a request with invalid input, and fails once its person or its address has sent too many. */
  async spendInvalidInput(who: Spender, res: Response): Promise<void> {
    const { person, address } = this.#invalidInputOf(who);
    for (const allowance of [person, address]) {
      if (!allowance) continue;
      this.#refuseBlocked(allowance, res);
      const counted = await this.#add(allowance, 1);
      if (!counted || counted.points <= allowance.times) continue;
      this.#blocked.block(allowance.key, counted.msLeft);
      // The response names this limit only when it is the reason.
      judge(allowance, counted, res);
    }
  }

  /**
   * Fails if this process knows that the person, or the address of a request that identifies nobody, has sent too many
   * requests with invalid input. It asks nothing of the database.
   */
  refuseInvalidInput(who: Spender, res: Response): void {
    const { person, address } = this.#invalidInputOf(who);
    const allowance = person ?? address;
    if (allowance) this.#refuseBlocked(allowance, res);
  }

  #invalidInputOf({ person, address }: Spender): Record<'person' | 'address', Allowance | null> {
    const { person: ofPerson, address: ofAddress } = invalidInputLimits;
    const network = address && networkOf(address);
    return {
      person: person === null ? null : this.#allowance('invalid-input', ofPerson, person),
      address: network ? this.#allowance('invalid-input-of-address', ofAddress, network) : null,
    };
  }

  #refuseBlocked(allowance: Allowance, res: Response): void {
    const msLeft = this.#blocked.msLeft(allowance.key);
    if (msLeft !== null) judge(allowance, { points: allowance.times + 1, msLeft }, res);
  }

  async #add(allowance: Allowance, points: number, { sql } = { sql: this.#sql }): Promise<Counted | undefined> {
    const [counted] = await sql<Counted>(add, [windowOf(allowance), allowance.key, points]);
    return counted;
  }

  /** Counts one less: it was only a twin of another, which was counted. */
  async giveBack(name: string, call: Call, who: Spender): Promise<void> {
    const allowance = this.allowanceOf(name, call, who);
    if (allowance) await this.#add(allowance, -1);
  }
}

/** For how many milliseconds a count lasts. */
export const windowOf = ({ seconds }: Allowance) => seconds * 1_000;

/** Tells the caller how many are left, and fails once there are none. */
export function judge({ name, times, seconds }: Allowance, { points, msLeft }: Counted, res: Response): void {
  const secondsLeft = Math.max(1, Math.ceil(msLeft / 1_000));
  res.set({
    'RateLimit-Policy': `"${name}";q=${times};w=${seconds}`,
    RateLimit: `"${name}";r=${Math.max(0, times - points)};t=${secondsLeft}`,
  });
  if (points <= times) return;
  const message = `Too many requests. Try again in ${waitText(secondsLeft)}.`;
  throw problem('TooManyRequests', { message, retryAfter: secondsLeft });
}

function keyOf({ per }: RateLimit, { person, address }: Spender): string {
  const key = per === 'person' ? person : address && networkOf(address);
  return key ?? 'unknown';
}
