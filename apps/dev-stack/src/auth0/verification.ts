import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';
import type { Account, Accounts } from './accounts.ts';
import type { Outbox } from './outbox.ts';
import { verificationEmail } from './account-emails.ts';

const Ticket = z.object({ accountId: z.string(), expiresAt: z.number(), usedAt: z.number().nullable() });
type Ticket = z.infer<typeof Ticket>;

const lifetimeMs = 5 * 24 * 60 * 60 * 1000;

export type Redemption = 'verified' | 'used' | 'expired' | 'unknown';

/** Links that verify an email address. Each works once; a newer link does not invalidate an older one. */
export class Verification {
  readonly #tickets: Journal<Ticket>;
  readonly #accounts: Accounts;
  readonly #outbox: Outbox;
  readonly #issuerUrl: string;

  constructor(folder: string, accounts: Accounts, outbox: Outbox, issuerUrl: string) {
    this.#tickets = new Journal(join(folder, 'tickets.jsonl'), Ticket);
    this.#accounts = accounts;
    this.#outbox = outbox;
    this.#issuerUrl = issuerUrl;
  }

  send(account: Account): void {
    const secret = randomBytes(32).toString('base64url');
    this.#tickets.set(hash(secret), { accountId: account.id, expiresAt: Date.now() + lifetimeMs, usedAt: null });
    this.#outbox.send(verificationEmail(account.email, `${this.#issuerUrl}/email-verification?ticket=${secret}`));
  }

  redeem(secret: string): { outcome: Redemption; account?: Account } {
    const key = hash(secret);
    const ticket = this.#tickets.get(key);
    const account = ticket && this.#accounts.get(ticket.accountId);
    if (!ticket || !account) return { outcome: 'unknown' };
    if (ticket.usedAt !== null) return { outcome: 'used', account };
    if (ticket.expiresAt < Date.now()) return { outcome: 'expired', account };
    this.#tickets.set(key, { ...ticket, usedAt: Date.now() });
    this.#accounts.verify(account.id);
    return { outcome: 'verified', account };
  }
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
