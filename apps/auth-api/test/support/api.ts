import { requestIdHeader } from '@portal/contract';
import type { Express } from 'express';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import request, { type Test } from 'supertest';
import { ulid } from 'ulid';
import { createApp } from '../../src/app.ts';
import { openServices, type Services } from '../../src/services.ts';
import { parseSettings } from '../../src/settings.ts';
import { freshDatabase, queryOnce } from '../database.ts';

/** How a test proves who it is. */
export interface Proof {
  readonly cookie?: string;
  readonly token?: string;
}

export interface TestApi {
  readonly app: Express;
  readonly services: Services;
  readonly db: Services['db'];
  /** One statement as the owner of the tables, who may do what the API may not. */
  asOwner(sql: string): Promise<unknown[]>;
  /** A request as the portal or a token's holder makes it. */
  send(method: string, path: string, proof?: Proof): Test;
  close(): Promise<void>;
}

export const testEnvironment = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_SCALE: '1000',
  // A hundred racers queue for ten connections on a busy machine.
  DATABASE_WAIT_MS: '20000',
  AUTH_API_URL: 'http://localhost:9001',
  PORTAL_URL: 'http://localhost:9000',
  AUTH0_DOMAIN: 'auth.test',
  AUTH0_CLIENT_ID: 'client',
  AUTH0_CLIENT_SECRET: 'secret',
  STRIPE_SECRET_KEY: `sk_test_${randomUUID()}`,
  STRIPE_WEBHOOK_SECRETS: `whsec_${randomUUID()}`,
  STRIPE_PRICE_LOOKUP_KEY: 'monthly',
  // Nobody answers there; suites of billing start the stand-in.
  STRIPE_API_URL: 'http://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'portal@example.com',
  STAFF_CONNECTIONS: 'waad|',
  STAFF_REQUIRE_MFA: 'true',
};

/** The API over a database of its own, with real keys in a folder of its own. */
export async function startApi(environment: Record<string, string> = {}, template?: string): Promise<TestApi> {
  const database = await freshDatabase(template);
  const keys = await mkdtemp(join(tmpdir(), 'signing-keys-'));
  const settings = parseSettings({
    ...testEnvironment,
    DATABASE_URL: database.apiUrl,
    SIGNING_KEYS_DIR: keys,
    ...environment,
  });
  const services = await openServices(settings, pino({ level: settings.LOG_LEVEL }));
  const app = createApp(services);
  // Opened once: supertest would open one for each request.
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    app,
    services,
    db: services.db,
    asOwner: (sql) => queryOnce(database.url, sql),
    send(method, path, proof = {}) {
      const test = request(server)[method.toLowerCase() as 'get'](path).set('Referer', `${settings.PORTAL_URL}/`);
      if (proof.cookie !== undefined) test.set('Cookie', proof.cookie);
      if (proof.token !== undefined) test.set('Authorization', `Bearer ${proof.token}`);
      return method === 'GET' ? test : test.set(requestIdHeader, ulid());
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await services.close();
      await database.drop();
      await rm(keys, { recursive: true });
    },
  };
}
