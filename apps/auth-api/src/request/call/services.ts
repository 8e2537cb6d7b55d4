import type pg from 'pg';
import type { Logger } from 'pino';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { IdentityProvider } from '../../integrations/auth0/identity-provider.ts';
import type { FeatureFlagReader } from '../../integrations/posthog/feature-flags.ts';
import type { Mailer } from '../../integrations/smtp/mailer.ts';
import type { BillingProvider } from '../../integrations/stripe/billing-provider.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { HashMailbox } from '../../platform/lib/hash-mailbox.ts';
import type { SecretBox } from '../../platform/lib/secret-box.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import type { LegalLibrary } from '../account/legal-documents.ts';
import type { LogoutTokens } from '../auth/logout-tokens.ts';
import type { WorkspaceEventTokens } from '../auth/workspace-event-tokens.ts';
import type { SigningKeyFolder } from '../auth/signing-keys.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { EmailLinks } from '../auth/email-links.ts';
import type { RateLimits } from '../rate-limit/rate-limits.ts';

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
  readonly workspaceEvents: WorkspaceEventTokens;
  readonly unsubscribeLinks: EmailLinks;
  readonly billingContactLinks: EmailLinks;
  readonly hashMailbox: HashMailbox;
  /** Encrypts the secrets of webhooks. */
  readonly webhookSecrets: SecretBox;
  readonly legal: LegalLibrary;
  readonly identityProvider: IdentityProvider;
  readonly mailer: Mailer;
  readonly billing: BillingProvider;
  readonly featureFlags: FeatureFlagReader;
  close(): Promise<void>;
}
