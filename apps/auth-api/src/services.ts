import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Logger } from 'pino';
import { PrismaClient } from './generated/prisma/client.ts';
import { RateLimits } from './http/rate-limits.ts';
import { openSigningKeys } from './keys/signing-keys.ts';
import { Tokens } from './keys/tokens.ts';
import { loadLegalDocuments, type LegalLibrary } from './legal/legal-documents.ts';
import { auth0Management } from './providers/auth0-management.ts';
import type { IdentityProvider } from './providers/identity-provider.ts';
import { smtpMailer, type Mailer } from './providers/mailer.ts';
import type { Settings } from './settings.ts';

/** What handlers work with. One set a process; `close` lets go of all of it. */
export interface Services {
  readonly settings: Settings;
  readonly log: Logger;
  /** The pool that Prisma shares; the hottest reads use it directly, as named statements. */
  readonly pool: pg.Pool;
  /** The job worker's own connections, so that waiting jobs and requests don't take them from each other. */
  readonly jobPool: pg.Pool;
  readonly db: PrismaClient;
  readonly rateLimits: RateLimits;
  readonly tokens: Tokens;
  readonly legal: LegalLibrary;
  readonly identityProvider: IdentityProvider;
  readonly mailer: Mailer;
  close(): Promise<void>;
}

/** Opens everything that the settings name. Nothing is asked of the database or of a provider yet. */
export async function openServices(settings: Settings, log: Logger): Promise<Services> {
  const legal = await loadLegalDocuments(settings.LEGAL_DIR);
  const keys = await openSigningKeys(settings.SIGNING_KEYS_DIR, log, {
    mayMakeFirst: settings.NODE_ENV !== 'production',
  });
  const pool = openPool(settings, log);
  const jobPool = openPool({ ...settings, DATABASE_POOL_SIZE: 3 }, log);
  const db = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: false }),
    transactionOptions: { maxWait: settings.DATABASE_WAIT_MS + 500, timeout: 5_000 },
  });
  const mailer = smtpMailer(settings);
  return {
    settings,
    log,
    pool,
    jobPool,
    db,
    rateLimits: new RateLimits(pool, settings.RATE_LIMIT_SCALE),
    tokens: new Tokens(keys, settings),
    legal,
    identityProvider: auth0Management(settings),
    mailer,
    async close() {
      keys.close();
      mailer.close();
      await db.$disconnect();
      await Promise.all([pool.end(), jobPool.end()]);
    },
  };
}

function openPool(settings: Settings, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.DATABASE_URL,
    max: settings.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: settings.DATABASE_WAIT_MS,
    statement_timeout: 5_000,
    query_timeout: 6_000,
    idleTimeoutMillis: 30_000,
    application_name: 'auth-api',
  });
  // A connection that breaks is replaced by the next query; without a listener it would end the process.
  const broken = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  pool.on('error', broken);
  pool.on('connect', (client) => client.on('error', broken));
  return pool;
}
