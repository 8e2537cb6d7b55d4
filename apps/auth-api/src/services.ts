import type { Logger } from 'pino';
import { loadMailboxSecret } from './request/auth/mailbox-secret.ts';
import { loadSigningKeys } from './request/auth/signing-keys.ts';
import { EmailLinks } from './request/auth/email-links.ts';
import { LogoutTokens } from './request/auth/logout-tokens.ts';
import { WorkspaceEventTokens } from './request/auth/workspace-event-tokens.ts';
import { Tokens } from './request/auth/tokens.ts';
import type { Settings } from './platform/config/settings.ts';
import { createPool, jobPoolSize } from './platform/db/pool.ts';
import { createPrismaClient } from './platform/db/prisma-client.ts';
import { createFeatureFlags } from './integrations/posthog/feature-flags.ts';
import { auth0Management } from './integrations/auth0/management-api.ts';
import { smtpMailer } from './integrations/smtp/mailer.ts';
import { stripeBilling } from './integrations/stripe/stripe-billing.ts';
import { createMailboxHash } from './platform/lib/hash-mailbox.ts';
import { SecretBox } from './platform/lib/secret-box.ts';
import { loadLegalDocuments } from './request/account/legal-documents.ts';
import { Metrics } from './platform/observability/metrics.ts';
import { RateLimits } from './request/rate-limit/rate-limits.ts';
import type { Services } from './request/call/services.ts';

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
  const featureFlags = await createFeatureFlags(settings, log, (outcome) => metrics.countFlagRequest(outcome));
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
    workspaceEvents: new WorkspaceEventTokens(signingKeys.event, settings),
    unsubscribeLinks: new EmailLinks(signingKeys.link, settings, log),
    billingContactLinks: new EmailLinks(signingKeys.link, settings, log, 'billing-contacts'),
    hashMailbox: createMailboxHash(mailboxSecret),
    webhookSecrets: new SecretBox(mailboxSecret, 'webhook secrets'),
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
