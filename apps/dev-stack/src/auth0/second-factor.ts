import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';
import type { Account, Accounts } from './accounts.ts';
import type { CurrentScenario } from './scenarios.ts';

const Ticket = z.object({ accountId: z.string(), expiresAt: z.number() });

/** Source: https://auth0.com/docs/secure/multi-factor-authentication/multi-factor-authentication-developer-resources/create-custom-enrollment-tickets */
const lifetimeMs = 5 * 24 * 60 * 60 * 1000;

/** The second factors of accounts, and the links to enroll one. Each link works once, within five days. */
export class SecondFactor {
  readonly #tickets: Journal<z.infer<typeof Ticket>>;
  readonly #accounts: Accounts;
  readonly #scenario: CurrentScenario;
  readonly #issuerUrl: string;

  constructor(folder: string, accounts: Accounts, scenario: CurrentScenario, issuerUrl: string) {
    this.#tickets = new Journal(join(folder, 'enrollment-tickets.jsonl'), Ticket);
    this.#accounts = accounts;
    this.#scenario = scenario;
    this.#issuerUrl = issuerUrl;
  }

  /** An Action, as in docs/operating/configure.md, asks users with a password who have enrolled one. */
  isAskedOf({ secondFactorAt }: Account): boolean {
    return secondFactorAt != null && this.#scenario.name !== 'mfa_not_asked';
  }

  createTicket(accountId: string): { readonly ticket_id: string; readonly ticket_url: string } {
    const id = `gten_${randomBytes(12).toString('hex')}`;
    this.#tickets.set(id, { accountId, expiresAt: Date.now() + lifetimeMs });
    return { ticket_id: id, ticket_url: `${this.#issuerUrl}/guardian/enroll?ticket=${id}` };
  }

  /** The account of a link; undefined if it is unknown, used or expired. */
  find(ticketId: string): Account | undefined {
    const ticket = this.#tickets.get(ticketId);
    return ticket && ticket.expiresAt > Date.now() ? this.#accounts.get(ticket.accountId) : undefined;
  }

  /** Uses up a link and enrolls a second factor. */
  enroll(ticketId: string): Account | undefined {
    const account = this.find(ticketId);
    this.#tickets.delete(ticketId);
    if (account) this.#accounts.setSecondFactor(account.id, true);
    return account;
  }
}
