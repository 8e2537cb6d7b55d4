import { requestUlidHeader } from '@portal/contract';
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
import { createServices } from '../../src/services.ts';
import type { Services } from '../../src/request/call/services.ts';
import { parseSettings } from '../../src/platform/config/settings.ts';
import { freshDatabase, queryOnce } from './database.ts';
import { closeServer, listen } from './listen.ts';

/** A session cookie or a bearer token; neither means anonymous. */
export interface Credentials {
  readonly cookie?: string;
  readonly token?: string;
}

export interface TestApi {
  readonly app: Express;
  readonly services: Services;
  readonly db: Services['db'];
  /** Runs one statement as the owner of the tables, who has privileges that the API lacks. */
  asOwner(sql: string): Promise<unknown[]>;
  /** Builds a request as the portal or the holder of a token sends it. */
  send(method: string, path: string, credentials?: Credentials): Test;
  close(): Promise<void>;
}

export const testEnvironment = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_MULTIPLIER: '1000',
  // In concurrency tests a hundred requests queue for ten connections.
  DATABASE_TIMEOUT_MS: '20000',
  AUTH_API_URL: 'http://localhost:9001',
  PORTAL_URL: 'http://localhost:9000',
  AUTH0_DOMAIN: 'auth.test',
  AUTH0_CLIENT_ID: 'client',
  AUTH0_CLIENT_SECRET: 'secret',
  STRIPE_SECRET_KEY: `sk_test_${randomUUID()}`,
  STRIPE_WEBHOOK_SECRETS: `whsec_${randomUUID()}`,
  STRIPE_PRICE_LOOKUP_KEY: 'monthly',
  // Nothing listens there. Billing tests start the Stripe emulator.
  STRIPE_API_URL: 'http://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'portal@example.com',
  // The workspaces of tests have URLs of real hosts.
  BACK_CHANNEL_LOGOUT_NETWORKS: 'none',
  STAFF_CONNECTIONS: 'waad|',
  STAFF_REQUIRE_MFA: 'true',
};

/** Starts the API with signing keys of its own, and with a database of its own unless it is given the URL of another. */
export async function startApi(environment: Record<string, string> = {}, template?: string): Promise<TestApi> {
  const database = environment['DATABASE_URL'] === undefined ? await freshDatabase(template) : undefined;
  const keysFolder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
  const settings = parseSettings({
    ...testEnvironment,
    ...(database && { DATABASE_URL: database.apiUrl }),
    SIGNING_KEYS_DIR: keysFolder,
    ...environment,
  });
  const services = await createServices(settings, pino({ level: settings.LOG_LEVEL }));
  const app = createApp(services);
  // One server for all requests; from an app, supertest would start a server for each request.
  const server = createServer(app);
  await listen(server);
  return {
    app,
    services,
    db: services.db,
    asOwner(sql) {
      if (database === undefined) throw new Error('Use the API that owns the database.');
      return queryOnce(database.url, sql);
    },
    send(method, path, credentials = {}) {
      const test = request(server)[method.toLowerCase() as 'get'](path).set('Referer', `${settings.PORTAL_URL}/`);
      if (credentials.cookie !== undefined) test.set('Cookie', credentials.cookie);
      if (credentials.token !== undefined) test.set('Authorization', `Bearer ${credentials.token}`);
      return method === 'GET' ? test : test.set(requestUlidHeader, ulid());
    },
    async close() {
      server.closeAllConnections();
      await closeServer(server);
      await services.close();
      await database?.drop();
      await rm(keysFolder, { recursive: true });
    },
  };
}
