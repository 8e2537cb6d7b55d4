import { randomInt, timingSafeEqual } from 'node:crypto';
import { loginCodeEmail } from './account-emails.ts';
import type { Account, Accounts } from './accounts.ts';
import type { Outbox } from './outbox.ts';

interface Code {
  readonly email: string;
  readonly code: string;
  readonly expiresAt: number;
  attempts: number;
}

const lifetimeMs = 3 * 60_000;
const maxAttempts = 3;

/** Logins by a code that is emailed, as by the passwordless connection `email` of Auth0. A restart forgets the codes. */
export class Passwordless {
  readonly #codes = new Map<string, Code>();
  readonly #accounts: Accounts;
  readonly #outbox: Outbox;

  constructor(accounts: Accounts, outbox: Outbox) {
    this.#accounts = accounts;
    this.#outbox = outbox;
  }

  /** Emails a code for the login with this id. A newer code replaces it. */
  send(loginId: string, email: string): void {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    this.#codes.set(loginId, { email, code, expiresAt: Date.now() + lifetimeMs, attempts: 0 });
    this.#outbox.send(loginCodeEmail(email, code));
  }

  /** The account of the mailbox that received the code; undefined if it is wrong, used or expired. */
  redeem(loginId: string, code: string): Account | undefined {
    const sent = this.#codes.get(loginId);
    if (!sent || sent.expiresAt < Date.now() || ++sent.attempts > maxAttempts) return undefined;
    const [expected, given] = [Buffer.from(sent.code), Buffer.from(code)];
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
    this.#codes.delete(loginId);
    return this.#accounts.findOrAddPasswordless(sent.email);
  }
}
