import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';
import { staffConnection, isStaffEmail } from './staff-connection.ts';
import { seedAccounts, type SeedAccount } from './seed-accounts.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { toIdentity, type SocialProfile, type SocialProvider } from './social-identity.ts';

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
  blocked: z.boolean().optional(),
  /** When the password last changed. Absent until then. */
  passwordChangedAt: z.string().optional(),
  /** When a second factor was enrolled; null or absent without one. */
  secondFactorAt: z.string().nullish(),
});

/** An identity: a user with a password, in the staff directory, or of a social provider. */
export type Account = z.infer<typeof Account>;

/** The accounts that can log in. */
export class Accounts {
  readonly #stored: Journal<Account>;
  readonly #newSeedAccounts: Account[] = [];

  private constructor(stored: Journal<Account>) {
    this.#stored = stored;
  }

  static async open(folder: string): Promise<Accounts> {
    const accounts = new Accounts(new Journal(join(folder, 'accounts.jsonl'), Account));
    for (const seed of seedAccounts) {
      if (!accounts.#stored.has(seed.id)) accounts.#newSeedAccounts.push(await accounts.#addSeedAccount(seed));
    }
    return accounts;
  }

  /** The seed accounts that this start created. */
  get newSeedAccounts(): readonly Account[] {
    return this.#newSeedAccounts;
  }

  get(id: string): Account | undefined {
    return this.#stored.get(id);
  }

  list(): Account[] {
    return this.#stored.values();
  }

  listByProvider(provider: SocialProvider): Account[] {
    return this.#stored.values().filter((account) => account.id.startsWith(`${provider}|`));
  }

  /**
   * The account with this email and password. Staff emails are looked up in the staff directory first. A user may also have
   * signed up with the same email, which is a separate identity.
   */
  async authenticate(email: string, password: string): Promise<Account | undefined> {
    const staffAccount = isStaffEmail(email)
      ? await this.#checkPassword(this.#findByEmail(email, staffConnection.prefix), password)
      : undefined;
    return staffAccount ?? this.#checkPassword(this.#findByEmail(email, 'auth0|'), password);
  }

  /** Adds an account to the staff directory; undefined if the email already has one. */
  async addStaffAccount(email: string, password: string): Promise<Account | undefined> {
    const passwordHash = await hashPassword(password);
    if (this.#findByEmail(email, staffConnection.prefix)) return undefined;
    const id = `${staffConnection.prefix}${randomBytes(32).toString('base64url')}`;
    return this.#add({ id, email, emailVerified: true, passwordHash });
  }

  /** The account that a user who forgot the password may reset: a staff account resets it in the company's directory. */
  findByPasswordEmail(email: string): Account | undefined {
    return this.#findByEmail(email, 'auth0|');
  }

  async setPassword(id: string, password: string): Promise<void> {
    const passwordHash = await hashPassword(password);
    const account = this.#stored.get(id);
    if (account) this.#change(account, { passwordHash, passwordChangedAt: new Date().toISOString() });
  }

  setSecondFactor(id: string, isEnrolled: boolean): void {
    const account = this.#stored.get(id);
    if (account) this.#change(account, { secondFactorAt: isEnrolled ? new Date().toISOString() : null });
  }

  /** Blocks an account, which then cannot log in, or unblocks it. */
  setBlocked(id: string, blocked: boolean): void {
    const account = this.#stored.get(id);
    if (account) this.#change(account, { blocked });
  }

  /** Creates an account with a password; undefined if the email already has one. */
  async signUp(email: string, password: string): Promise<Account | undefined> {
    const passwordHash = await hashPassword(password);
    if (this.#findByEmail(email, 'auth0|')) return undefined;
    return this.#add({ id: `auth0|${randomBytes(12).toString('hex')}`, email, emailVerified: false, passwordHash });
  }

  /** Creates or updates the account of a social login. The id is derived from the email, so it survives a reset. */
  upsertSocialAccount(provider: SocialProvider, profile: SocialProfile): Account {
    const identity = toIdentity(provider, profile);
    const existing = this.#stored.get(identity.id);
    if (!existing) return this.#add({ ...identity, passwordHash: null, emailVerified: true });
    return this.#change(existing, identity);
  }

  /** The passwordless account of a mailbox. Its email is verified by the code that it received. */
  findOrAddPasswordless(email: string): Account {
    const existing = this.#findByEmail(email, 'email|');
    if (existing) return existing;
    return this.#add({
      id: `email|${randomBytes(12).toString('hex')}`,
      email,
      emailVerified: true,
      passwordHash: null,
    });
  }

  verify(id: string): void {
    const account = this.#stored.get(id);
    if (account && !account.emailVerified) this.#change(account, { emailVerified: true });
  }

  /** Does nothing if there is no such account. The next start creates a seed account again. */
  delete(id: string): void {
    this.#stored.delete(id);
  }

  recordLogin(id: string): void {
    const account = this.#stored.get(id);
    if (account) this.#change(account, { lastLogin: new Date().toISOString(), loginsCount: account.loginsCount + 1 });
  }

  #findByEmail(email: string, connection: string): Account | undefined {
    return this.#stored.values().find((account) => account.id.startsWith(connection) && account.email === email);
  }

  async #checkPassword(account: Account | undefined, password: string): Promise<Account | undefined> {
    const isCorrect = await verifyPassword(password, account?.passwordHash ?? null);
    return isCorrect ? account : undefined;
  }

  async #addSeedAccount({ password, ...profile }: SeedAccount): Promise<Account> {
    return this.#add({ ...profile, passwordHash: await hashPassword(password) });
  }

  #add(profile: Pick<Account, 'id' | 'email' | 'emailVerified' | 'passwordHash'> & Partial<Account>): Account {
    const now = new Date().toISOString();
    const account: Account = {
      nickname: profile.email.slice(0, profile.email.indexOf('@')),
      name: profile.email,
      givenName: null,
      familyName: null,
      picture: null,
      createdAt: now,
      updatedAt: now,
      lastLogin: null,
      loginsCount: 0,
      ...profile,
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
