import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTemporaryPostgres } from '@portal/local-postgres';
import { addSigningKey } from '../src/keys/signing-keys.ts';
import { loadLegalDocuments } from '../src/legal-documents.ts';
import { freshDatabase, queryOnce } from '../test/database.ts';
import { prepareTemplate } from '../test/prepare-template.ts';
import { seedCrowd, type Crowd } from '../test/search/seed.ts';
import { startMeasured, type MeasuredProcess } from './measured-process.ts';
import { visitorStatements, type Visits } from './visitors.ts';

/** A filled database, and what can be started over it. */
export interface Stage {
  readonly size: Crowd & Visits;
  asOwner(sql: string): Promise<unknown>;
  /** Takes back what requests wrote. */
  tidy(): Promise<void>;
  /** The API as a deployment runs it: the built bundle, in production. */
  startApi(more?: Record<string, string>): Promise<MeasuredProcess>;
  startFloor(): Promise<MeasuredProcess>;
  close(): Promise<void>;
}

const legal = fileURLToPath(new URL('../../../legal', import.meta.url));
/** The API as it is built. */
export const bundle = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const floor = fileURLToPath(new URL('floor.ts', import.meta.url));

/** What production insists on; none of these is ever asked. */
const production = {
  NODE_ENV: 'production',
  TRUSTED_PROXIES: '1',
  RATE_LIMIT_SCALE: '10',
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
  LEGAL_DIR: legal,
};

/** Fills a database, of this run alone unless `templateUrl` names one that is migrated already. */
export async function setStage(size: Crowd & Visits, templateUrl?: string): Promise<Stage> {
  const postgres = templateUrl === undefined ? await startPostgres() : null;
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  await addSigningKey(folder);
  const database = await freshDatabase(templateUrl ?? postgres?.url);
  const asOwner = (sql: string) => queryOnce(database.url, sql);
  const { currentVersionId } = await loadLegalDocuments(legal);
  await seedCrowd(asOwner, size);
  for (const statement of visitorStatements(size, size, currentVersionId)) await asOwner(`${asSeed} ${statement}`);
  await asOwner('VACUUM ANALYZE');
  const running = new Set<MeasuredProcess>();
  const start = async (program: Parameters<typeof startMeasured>[0]) => {
    const started = await startMeasured(program);
    running.add(started);
    return started;
  };
  const base = { DATABASE_URL: database.apiUrl, NODE_ENV: 'production' };
  return {
    size,
    asOwner,
    async tidy() {
      for (const statement of whatWasWritten) await asOwner(`${asSeed} ${statement}`);
    },
    startApi: (more) =>
      start({
        words: [bundle],
        environment: { ...production, ...base, SIGNING_KEYS_DIR: folder, ...more },
        readyAt: '/health/ready',
        logFile: join(folder, `api-${running.size}.log`),
      }),
    startFloor: () =>
      start({
        words: ['--import', 'tsx', floor],
        environment: base,
        readyAt: '/whoami',
        logFile: join(folder, 'floor.log'),
      }),
    async close() {
      await Promise.all([...running].map((each) => each.stop()));
      await database.drop();
      await postgres?.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Without the triggers, which is faster; there are no rules to break. */
const asSeed = 'SET session_replication_role = replica;';

/** Ids of the seed begin with a letter of their own after `01`; those of requests hold the time, and lie between. */
const ofRequests = `BETWEEN '01C' AND '01T'`;
const whatWasWritten = [
  `DELETE FROM memberships WHERE workspace_id ${ofRequests}`,
  `DELETE FROM workspaces WHERE id ${ofRequests}`,
  `DELETE FROM auth_tokens WHERE id ${ofRequests}`,
  'TRUNCATE idempotency_keys, rate_limits',
];

/** As whoever runs PostgreSQL for a million people would set it: what they ask for stays in its memory. */
const settings = { shared_buffers: '1GB', max_wal_size: '4GB' };

const startPostgres = () => startTemporaryPostgres(prepareTemplate, { settings });
