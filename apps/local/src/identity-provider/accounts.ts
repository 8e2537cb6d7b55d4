import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { Journal } from '../stand-in/journal.ts';
import { companyConnection, isCompanyAddress } from './company-connection.ts';
import { firstAccounts, type FirstAccount } from './first-accounts.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { identityOf, type SocialProvider } from './social-identity.ts';

const Account = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  passwordHash: z.string().nullable(),
  nickname: z.string(),
  name: z.string(),
  givenName: z.string().nullable(),
  familyName: z.string().nullable(),
  picture: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastLogin: z.string().nullable(),
  loginsCount: z.number(),
});

/** One identity: somebody with a password of ours, in the company's directory, or of another provider. */
export type Account = z.infer<typeof Account>;

/** Everybody who can log in here. */
export class Accounts {
  readonly #stored: Journal<Account>;
  readonly #newcomers: Account[] = [];

  private constructor(stored: Journal<Account>) {
    this.#stored = stored;
  }

  static async open(folder: string): Promise<Accounts> {
    const accounts = new Accounts(new Journal(join(folder, 'accounts.jsonl'), Account));
    for (const first of firstAccounts) {
      if (!accounts.#stored.has(first.id)) accounts.#newcomers.push(await accounts.#addFirst(first));
    }
    return accounts;
  }

  /** The accounts to start with that were not here before. */
  get newcomers(): readonly Account[] {
    return this.#newcomers;
  }

  get(id: string): Account | undefined {
    return this.#stored.get(id);
  }

  ofProvider(provider: SocialProvider): Account[] {
    return this.#stored.values().filter((account) => account.id.startsWith(`${provider}|`));
  }

  /**
   * Who logs in with an address and a password. For an address of the company that is somebody in its directory. Somebody
   * may have signed up here with the same address, too: that is another identity, which the directory knows nothing of.
   */
  async withPassword(email: string, password: string): Promise<Account | undefined> {
    const colleague = isCompanyAddress(email)
      ? await this.#whosePassword(this.#withAddress(email, companyConnection.prefix), password)
      : undefined;
    return colleague ?? this.#whosePassword(this.#withAddress(email, 'auth0|'), password);
  }

  /** Adds somebody to the company's directory; undefined when they are there already. */
  async addToCompany(email: string, password: string): Promise<Account | undefined> {
    const passwordHash = await hashPassword(password);
    if (this.#withAddress(email, companyConnection.prefix)) return undefined;
    const id = `${companyConnection.prefix}${randomBytes(32).toString('base64url')}`;
    return this.#add({ id, email, emailVerified: true, passwordHash });
  }

  /** Undefined when somebody has the address already. */
  async signUp(email: string, password: string): Promise<Account | undefined> {
    const passwordHash = await hashPassword(password);
    if (this.#withAddress(email, 'auth0|')) return undefined;
    return this.#add({ id: `auth0|${randomBytes(12).toString('hex')}`, email, emailVerified: false, passwordHash });
  }

  /** The same address at the same provider is the same person, however often the data is emptied. */
  social(provider: SocialProvider, person: { email: string; name: string; picture: string | null }): Account {
    const identity = identityOf(provider, person);
    const known = this.#stored.get(identity.id);
    if (!known) return this.#add({ ...identity, passwordHash: null, emailVerified: true });
    return this.#change(known, identity);
  }

  verify(id: string): void {
    const account = this.#stored.get(id);
    if (account && !account.emailVerified) this.#change(account, { emailVerified: true });
  }

  recordLogin(id: string): void {
    const account = this.#stored.get(id);
    if (account) this.#change(account, { lastLogin: new Date().toISOString(), loginsCount: account.loginsCount + 1 });
  }

  #withAddress(email: string, connection: string): Account | undefined {
    return this.#stored.values().find((account) => account.id.startsWith(connection) && account.email === email);
  }

  async #whosePassword(account: Account | undefined, password: string): Promise<Account | undefined> {
    return (await passwordFits(password, account?.passwordHash ?? null)) ? account : undefined;
  }

  async #addFirst({ password, ...person }: FirstAccount): Promise<Account> {
    return this.#add({ ...person, passwordHash: await hashPassword(password) });
  }

  #add(person: Pick<Account, 'id' | 'email' | 'emailVerified' | 'passwordHash'> & Partial<Account>): Account {
    const now = new Date().toISOString();
    const account: Account = {
      nickname: person.email.slice(0, person.email.indexOf('@')),
      name: person.email,
      givenName: null,
      familyName: null,
      picture: null,
      createdAt: now,
      updatedAt: now,
      lastLogin: null,
      loginsCount: 0,
      ...person,
    };
    this.#stored.set(account.id, account);
    return account;
  }

  #change(account: Account, changes: Partial<Account>): Account {
    const changed = { ...account, ...changes, updatedAt: new Date().toISOString() };
    this.#stored.set(account.id, changed);
    return changed;
  }
}
