import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { Logger } from 'pino';
import { openPool } from './database/open-pool.ts';
import { statementNames } from './database/statement-names.ts';
import { openFeatureFlags, type FeatureFlagReader } from './feature-flags/read-feature-flags.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { RateLimits } from './http/rate-limits.ts';
import { Metrics } from './metrics/metrics.ts';
import { EmailLinks } from './keys/email-links.ts';
import { openSigningKeys } from './keys/signing-keys.ts';
import { Tokens } from './keys/tokens.ts';
import { loadLegalDocuments, type LegalLibrary } from './legal-documents.ts';
import { auth0Management } from './providers/auth0-management.ts';
import type { IdentityProvider } from './providers/identity-provider.ts';
import { stripeBilling } from './providers/stripe/stripe.ts';
import type { BillingProvider } from './providers/billing-provider.ts';
import { smtpMailer, type Mailer } from './providers/mailer.ts';
import type { Settings } from './settings.ts';

/** What handlers work with. One set a process; `close` lets go of all of it. */
export interface Services {
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The connections of Prisma and of the rate limits. */
  readonly pool: pg.Pool;
  /** The job worker's own connections, so that waiting jobs and requests don't take them from each other. */
  readonly jobPool: pg.Pool;
  readonly db: PrismaClient;
  /** The same tables by the worker's connections; here a statement may take longer than a request waits. */
  readonly jobDb: PrismaClient;
  readonly rateLimits: RateLimits;
  readonly tokens: Tokens;
  readonly emailLinks: EmailLinks;
  readonly legal: LegalLibrary;
  readonly identityProvider: IdentityProvider;
  readonly mailer: Mailer;
  readonly billing: BillingProvider;
  readonly featureFlags: FeatureFlagReader;
  close(): Promise<void>;
}

const jobStatementMs = 5_000;

/** Opens everything that the settings name. Nothing is asked of the database or of a provider yet. */
export async function openServices(settings: Settings, log: Logger): Promise<Services> {
  const legal = await loadLegalDocuments(settings.LEGAL_DIR);
  const keys = await openSigningKeys(settings.SIGNING_KEYS_DIR, log, {
    mayMakeFirst: settings.NODE_ENV !== 'production',
  });
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_WAIT_MS: waitMs } = settings;
  const size = settings.DATABASE_POOL_SIZE;
  const pool = openPool({ url, waitMs, size, statementMs: waitMs, mayBePooled: directUrl !== undefined }, log);
  const jobPool = openPool({ url: directUrl ?? url, waitMs, size: 5, statementMs: jobStatementMs }, log);
  // A pooler in transaction mode may not keep named statements.
  const db = clientOf(pool, { timeout: waitMs, namesStatements: directUrl === undefined });
  const jobDb = clientOf(jobPool, { timeout: jobStatementMs, namesStatements: true });
  // Prisma loads its compiler now, rather than while the first requests wait. It connects to nothing yet.
  await Promise.all([db.$connect(), jobDb.$connect()]);
  const metrics = new Metrics({ requests: pool, jobs: jobPool });
  const mailer = smtpMailer(settings, (outcome) => metrics.countMail(outcome));
  const featureFlags = await openFeatureFlags(settings, log);
  return {
    settings,
    log,
    metrics,
    pool,
    jobPool,
    db,
    jobDb,
    rateLimits: new RateLimits(pool, settings),
    tokens: new Tokens(keys, settings),
    emailLinks: new EmailLinks(keys, settings),
    legal,
    identityProvider: auth0Management(settings),
    mailer,
    billing: stripeBilling(settings),
    featureFlags,
    async close() {
      keys.close();
      await mailer.close();
      await featureFlags.close();
      await Promise.all([db.$disconnect(), jobDb.$disconnect()]);
      await Promise.all([pool.end(), jobPool.end()]);
    },
  };
}

interface ClientOptions {
  /** After how many milliseconds a transaction is rolled back. */
  readonly timeout: number;
  readonly namesStatements: boolean;
}

function clientOf(pool: pg.Pool, { timeout, namesStatements }: ClientOptions): PrismaClient {
  const names = namesStatements ? { statementNameGenerator: statementNames() } : {};
  return new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: false, ...names }),
    // The pool itself limits how long a transaction waits for a connection.
    transactionOptions: { maxWait: timeout + 5_000, timeout },
  });
}
