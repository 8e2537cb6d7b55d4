import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTemporaryPostgres } from '@portal/local-postgres';
import { createMailboxSecret } from '@portal/auth-api/src/request/auth/mailbox-secret.ts';
import { addSigningKey, keyPurposes, loadSigningKeys } from '@portal/auth-api/src/request/auth/signing-keys.ts';
import { Tokens } from '@portal/auth-api/src/request/auth/tokens.ts';
import { loadLegalDocuments } from '@portal/auth-api/src/request/account/legal-documents.ts';
import { createLogger } from '@portal/auth-api/src/platform/observability/logger.ts';
import { freshDatabase, queryOnce } from '@portal/auth-api/test/support/database.ts';
import { apiFolder } from '@portal/auth-api/test/support/programs.ts';
import { prepareTemplate } from '@portal/auth-api/test/support/prepare-template.ts';
import { seedDatabase, type SeedSize } from '@portal/auth-api/test/support/seed-database.ts';
import { startMeasuredProcess, type MeasuredProcess } from './measured-process.ts';
import { id, tokenScopes, visitorStatements, type Visitors } from './requests.ts';

/** A seeded database and the servers that run on it. */
export interface BenchEnvironment {
  readonly size: SeedSize & Visitors;
  /** The first API token of each visitor. */
  readonly apiTokens: readonly string[];
  /** Runs SQL as the owner of the tables. */
  asOwner(sql: string): Promise<unknown[]>;
  /** Deletes what requests have written. */
  cleanUp(): Promise<void>;
  /** Starts the built API with production settings. */
  startApi(settings?: Record<string, string>): Promise<MeasuredProcess>;
  startBaseline(): Promise<MeasuredProcess>;
  close(): Promise<void>;
}

const legalFolder = join(apiFolder, 'test', 'support', 'legal-documents');
/** The built API. */
export const bundle = join(apiFolder, 'dist', 'main.js');
const baselineServer = fileURLToPath(new URL('./baseline-server.ts', import.meta.url));

/** Settings that production requires. The benched calls contact none of these services. */
const productionSettings = {
  NODE_ENV: 'production',
  TRUSTED_PROXIES: '1',
  RATE_LIMIT_MULTIPLIER: '10',
  AUTH_API_URL: 'https://auth.portal.example',
  PORTAL_URL: 'https://portal.example',
  AUTH0_DOMAIN: 'login.portal.example',
  AUTH0_CLIENT_ID: 'bench',
  AUTH0_CLIENT_SECRET: 'x'.repeat(32),
  STRIPE_SECRET_KEY: `sk_test_${'x'.repeat(32)}`,
  STRIPE_WEBHOOK_SECRETS: `whsec_${'x'.repeat(32)}`,
  STRIPE_PRICE_LOOKUP_KEY: 'monthly',
  SMTP_URL: 'smtps://mail.portal.example',
  MAIL_FROM: 'portal@portal.example',
  STAFF_CONNECTIONS: 'none',
  PRODUCT_NAME: 'Bench',
  SUPPORT_EMAIL: 'support@portal.example',
  HOSTED_APP_URL: 'https://app.portal.example',
  HOSTED_APP_HOST: 'app.portal.example',
  MARKETING_URL: 'https://www.portal.example',
  PRICING_URL: 'https://www.portal.example/pricing',
  LEGAL_DIR: legalFolder,
};

/** Seeds a database in a new PostgreSQL, or from the migrated template database at `templateUrl`. */
export async function startBenchEnvironment(
  size: SeedSize & Visitors,
  templateUrl?: string,
): Promise<BenchEnvironment> {
  const postgres =
    templateUrl === undefined ? await startTemporaryPostgres(prepareTemplate, { settings: postgresSettings }) : null;
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  for (const purpose of keyPurposes) await addSigningKey(folder, purpose);
  await createMailboxSecret(folder);
  const apiTokens = await signApiTokens(folder, size.visitors);
  const database = await freshDatabase(templateUrl ?? postgres?.url);
  const asOwner = (sql: string) => queryOnce(database.url, sql);
  const { currentVersionId } = await loadLegalDocuments(legalFolder);
  await seedDatabase(asOwner, size);
  for (const statement of visitorStatements(size, size, currentVersionId)) {
    await asOwner(`${withoutTriggers} ${statement}`);
  }
  await asOwner(postponeJobs);
  await asOwner('VACUUM ANALYZE');
  const running = new Set<MeasuredProcess>();
  const start = async (program: Parameters<typeof startMeasuredProcess>[0]) => {
    const started = await startMeasuredProcess(program);
    running.add(started);
    return started;
  };
  const sharedEnvironment = { DATABASE_URL: database.apiUrl, NODE_ENV: 'production' };
  return {
    size,
    apiTokens,
    asOwner,
    async cleanUp() {
      for (const statement of deleteWritten) await asOwner(`${withoutTriggers} ${statement}`);
    },
    startApi: (settings) =>
      start({
        nodeArgs: [bundle],
        environment: { ...productionSettings, ...sharedEnvironment, SIGNING_KEYS_DIR: folder, ...settings },
        readyPath: '/health/ready',
        logFile: join(folder, `api-${running.size}.log`),
      }),
    startBaseline: () =>
      start({
        nodeArgs: ['--import', 'tsx', baselineServer],
        environment: { ...sharedEnvironment, SIGNING_KEYS_DIR: folder },
        readyPath: '/whoami',
        logFile: join(folder, 'baseline.log'),
      }),
    async close() {
      await Promise.all([...running].map((server) => server.stop()));
      await database.drop();
      await postgres?.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function signApiTokens(folder: string, visitors: number): Promise<string[]> {
  const log = createLogger('silent');
  const keys = await loadSigningKeys(folder, log, { createsMissing: false });
  const tokens = new Tokens(keys, { TOKEN_ISSUER: productionSettings.AUTH_API_URL, FORMER_TOKEN_ISSUERS: [] }, log);
  const expiresAt = new Date(Date.now() + 86_400_000);
  const signed = await Promise.all(
    Array.from({ length: visitors }, (_, index) => {
      const visitor = index + 1;
      const principal = { principalId: id('B', visitor), isServiceAccount: false, workspaceId: id('X', visitor) };
      return tokens.signApiToken(
        { id: id('Z', visitor * 1_000_000 + 1), ...principal, scopes: tokenScopes },
        expiresAt,
      );
    }),
  );
  keys.close();
  return signed;
}

/** A call enqueues its emails, and they are not sent: there is no mail server, and retries would slow down later calls. */
const postponeJobs = `
  CREATE FUNCTION postpone_job() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.run_at = now() + interval '1 day'; RETURN NEW; END $$;
  CREATE TRIGGER postpone_job BEFORE INSERT ON graphile_worker._private_jobs
    FOR EACH ROW EXECUTE FUNCTION postpone_job()`;

/** Triggers slow down bulk writes, and the seeded rows satisfy the constraints that they guard. */
const withoutTriggers = 'SET session_replication_role = replica;';

/** Seeded ids have a letter of their own after `01`. Ids created by requests start with the time and sort between these. */
const idsOfRequests = `BETWEEN '01C' AND '01T'`;
const deleteWritten = [
  `DELETE FROM memberships WHERE workspace_id ${idsOfRequests}`,
  `DELETE FROM workspaces WHERE id ${idsOfRequests}`,
  `DELETE FROM auth_tokens WHERE id ${idsOfRequests}`,
  'TRUNCATE idempotency_keys, rate_limits, account_emails, graphile_worker._private_jobs',
];

/** Sized for a million users: the working set fits into memory. */
const postgresSettings = { shared_buffers: '1GB', max_wal_size: '4GB' };
