import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';
import type { Account, Accounts } from './accounts.ts';
import type { Outbox } from './outbox.ts';
import { passwordResetEmail } from './account-emails.ts';

const Ticket = z.object({ accountId: z.string(), expiresAt: z.number() });

const lifetimeMs = 60 * 60 * 1000;

/** Links to choose a new password. Each works once, within an hour. */
export class PasswordReset {
  readonly #tickets: Journal<z.infer<typeof Ticket>>;
  readonly #accounts: Accounts;
  readonly #outbox: Outbox;
  readonly #issuerUrl: string;

  constructor(folder: string, accounts: Accounts, outbox: Outbox, issuerUrl: string) {
    this.#tickets = new Journal(join(folder, 'password-resets.jsonl'), Ticket);
    this.#accounts = accounts;
    this.#outbox = outbox;
    this.#issuerUrl = issuerUrl;
  }

  /** Sends a link if the email has an account with a password. Reveals nothing to the caller. */
  request(email: string): void {
    const account = this.#accounts.findByPasswordEmail(email);
    if (!account) return;
    const secret = randomBytes(32).toString('base64url');
    this.#tickets.set(hash(secret), { accountId: account.id, expiresAt: Date.now() + lifetimeMs });
    this.#outbox.send(passwordResetEmail(account.email, `${this.#issuerUrl}/reset-password?ticket=${secret}`));
  }

  /** The account of a link; undefined if it is unknown, used or expired. */
  find(secret: string): Account | undefined {
    const ticket = this.#tickets.get(hash(secret));
    return ticket && ticket.expiresAt > Date.now() ? this.#accounts.get(ticket.accountId) : undefined;
  }

  /** Uses up a link and sets the password. */
  async complete(secret: string, password: string): Promise<Account | undefined> {
    const account = this.find(secret);
    this.#tickets.delete(hash(secret));
    if (account) await this.#accounts.setPassword(account.id, password);
    return account;
  }
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
