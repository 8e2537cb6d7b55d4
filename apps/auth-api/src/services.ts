import type pg from 'pg';
import type { Logger } from 'pino';
import { loadMailboxSecret } from './auth/mailbox-secret.ts';
import { loadSigningKeys, type SigningKeyFolder } from './auth/signing-keys.ts';
import { UnsubscribeLinks } from './auth/tokens/unsubscribe-links.ts';
import { LogoutTokens } from './auth/tokens/logout-tokens.ts';
import { Tokens } from './auth/tokens/tokens.ts';
import type { Settings } from './config/settings.ts';
import { createPool, jobPoolSize } from './db/pool.ts';
import { createPrismaClient } from './db/prisma-client.ts';
import { createFeatureFlags, type FeatureFlagReader } from './feature-flags/feature-flags.ts';
import type { PrismaClient } from './generated/prisma/client.ts';
import type { IdentityProvider } from './integrations/auth0/identity-provider.ts';
import { auth0Management } from './integrations/auth0/management-api.ts';
import { smtpMailer, type Mailer } from './integrations/smtp/mailer.ts';
import type { BillingProvider } from './integrations/stripe/billing-provider.ts';
import { stripeBilling } from './integrations/stripe/stripe-billing.ts';
import { createMailboxHash, type HashMailbox } from './lib/hash-mailbox.ts';
import { loadLegalDocuments, type LegalLibrary } from './legal/legal-documents.ts';
import { Metrics } from './observability/metrics.ts';
import { RateLimits } from './rate-limit/rate-limits.ts';

/** What handlers and jobs depend on. Created once in a process. */
export interface Services {
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The database connections of requests. */
  readonly pool: pg.Pool;
  /** The database connections of jobs, so that jobs and requests do not compete for them. */
  readonly jobPool: pg.Pool;
  readonly db: PrismaClient;
  /** A client for reads that may be seconds behind: of the replica if there is one, otherwise `db`. */
  readonly readDb: PrismaClient;
  /** A client for jobs: on `jobPool`, with a longer statement timeout. */
  readonly jobDb: PrismaClient;
  readonly rateLimits: RateLimits;
  readonly signingKeys: SigningKeyFolder;
  readonly tokens: Tokens;
  readonly logoutTokens: LogoutTokens;
  readonly unsubscribeLinks: UnsubscribeLinks;
  readonly hashMailbox: HashMailbox;
  readonly legal: LegalLibrary;
  readonly identityProvider: IdentityProvider;
  readonly mailer: Mailer;
  readonly billing: BillingProvider;
  readonly featureFlags: FeatureFlagReader;
  close(): Promise<void>;
}

const jobStatementTimeoutMs = 5_000;

/** Creates all services. Does not connect to the database or a provider yet. */
export async function createServices(settings: Settings, log: Logger): Promise<Services> {
  const legal = await loadLegalDocuments(settings.LEGAL_DIR);
  const createsMissing = settings.NODE_ENV !== 'production';
  const signingKeys = await loadSigningKeys(settings.SIGNING_KEYS_DIR, log, { createsMissing });
  const mailboxSecret = await loadMailboxSecret(settings.SIGNING_KEYS_DIR, { createsMissing });
  const {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_READ_URL: readUrl,
    DATABASE_TIMEOUT_MS: timeoutMs,
  } = settings;
  const usesPooler = directUrl !== undefined;
  const requestPoolOptions = {
    size: settings.DATABASE_POOL_SIZE,
    connectTimeoutMs: timeoutMs,
    statementTimeoutMs: timeoutMs,
    allowsPooler: usesPooler,
  };
  const pool = createPool({ ...requestPoolOptions, url }, log);
  const readPool = readUrl === undefined ? null : createPool({ ...requestPoolOptions, url: readUrl }, log);
  const jobPool = createPool(
    {
      url: directUrl ?? url,
      size: jobPoolSize,
      connectTimeoutMs: timeoutMs,
      statementTimeoutMs: jobStatementTimeoutMs,
    },
    log,
  );
  const requestClientOptions = { transactionTimeoutMs: timeoutMs, usesNamedStatements: !usesPooler };
  const db = createPrismaClient(pool, requestClientOptions);
  const readDb = readPool ? createPrismaClient(readPool, requestClientOptions) : db;
  const jobDb = createPrismaClient(jobPool, { transactionTimeoutMs: jobStatementTimeoutMs, usesNamedStatements: true });
  // Loads Prisma's query compiler now, not during the first requests. With a driver adapter this does not connect.
  await Promise.all([db.$connect(), readDb.$connect(), jobDb.$connect()]);
  const metrics = new Metrics({ requests: pool, jobs: jobPool, ...(readPool && { reads: readPool }) });
  const mailer = smtpMailer(settings, (outcome) => metrics.countEmail(outcome));
  const featureFlags = await createFeatureFlags(settings, log);
  return {
    settings,
    log,
    metrics,
    pool,
    jobPool,
    db,
    readDb,
    jobDb,
    rateLimits: new RateLimits(pool, settings),
    signingKeys,
    tokens: new Tokens(signingKeys, settings, log),
    logoutTokens: new LogoutTokens(signingKeys.logout, settings),
    unsubscribeLinks: new UnsubscribeLinks(signingKeys.link, settings, log),
    hashMailbox: createMailboxHash(mailboxSecret),
    legal,
    identityProvider: auth0Management(settings),
    mailer,
    billing: stripeBilling(settings),
    featureFlags,
    async close() {
      signingKeys.close();
      await mailer.close();
      await featureFlags.close();
      await Promise.all([db.$disconnect(), readDb.$disconnect(), jobDb.$disconnect()]);
      await Promise.all([pool.end(), readPool?.end(), jobPool.end()]);
    },
  };
}
