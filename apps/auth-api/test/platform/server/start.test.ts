/** @takes 20 s */
import { jest } from '@jest/globals';
import { connect } from 'node:net';
import { freePort } from '@portal/local-postgres';
import { describeClockSkew } from '../../../src/platform/db/clock.ts';
import { versionError } from '../../../src/platform/db/server-version.ts';
import { sharedEnvironment, spawnApi, type SpawnedApi } from '../../support/api-process.ts';
import { startApi, testEnvironment, type TestApi } from '../../support/api.ts';
import { startPostgresOfVersion } from '../../support/fake-postgres.ts';
import { runCommand } from '../../support/programs.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });

const waitForLog = (starting: SpawnedApi, text: string) =>
  pollUntil(() => Promise.resolve(starting.lines.some((line) => line.includes(text))), Boolean, 60_000);

const statusOf = (port: number, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ status }) => status,
    () => 'refused',
  );

async function spawnWith(environment: Record<string, string> = {}) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const settings = { PORT: String(port), METRICS_PORT: String(metricsPort), ...environment };
  return { port, metricsPort, starting: spawnApi({ ...sharedEnvironment(api), ...settings }) };
}

describe('an API whose database is unreachable at startup', () => {
  it('keeps its port closed, logs why, is live on the metrics port, and listens when the database is reachable', async () => {
    const network = await startTcpProxy(api.services.settings.DATABASE_URL);
    network.refuse();
    const { port, metricsPort, starting } = await spawnWith({ DATABASE_URL: network.url });
    expect(await waitForLog(starting, 'Waiting; the API starts listening as soon as it is ready.')).toBe(true);
    expect(await isOpen(port)).toBe(false);
    expect(await statusOf(metricsPort, '/health/live')).toBe(200);
    network.pass();
    expect(
      await pollUntil(
        () => statusOf(port, '/health/ready'),
        (status) => status === 200,
        30_000,
      ),
    ).toBe(200);
    await starting.stop('SIGKILL');
    await network.close();
  });

  it('stops at once on SIGTERM', async () => {
    const network = await startTcpProxy(api.services.settings.DATABASE_URL);
    network.refuse();
    const { starting } = await spawnWith({ DATABASE_URL: network.url });
    expect(await waitForLog(starting, 'the API starts listening as soon as it is ready')).toBe(true);
    expect(await starting.stop()).toEqual({ code: 0, signal: null });
    await network.close();
  });
});

it('an API whose database lacks a migration logs its name and keeps its port closed until it is applied', async () => {
  await api.asOwner('UPDATE _prisma_migrations SET finished_at = NULL');
  const { port, starting } = await spawnWith();
  expect(await waitForLog(starting, 'Migrations are missing: ')).toBe(true);
  expect(await isOpen(port)).toBe(false);
  await api.asOwner('UPDATE _prisma_migrations SET finished_at = now()');
  expect(
    await pollUntil(
      () => statusOf(port, '/health/ready'),
      (status) => status === 200,
      30_000,
    ),
  ).toBe(200);
  await starting.stop('SIGKILL');
});

it('an API with an empty database reports missing migrations, not an error', async () => {
  await api.asOwner('ALTER TABLE _prisma_migrations RENAME TO hidden');
  const response = await api.send('GET', '/health/ready');
  await api.asOwner('ALTER TABLE hidden RENAME TO _prisma_migrations');
  expect([response.status, response.text]).toEqual([503, expect.stringContaining('Migrations are missing: ')]);
});

describe('an unsupported version of PostgreSQL', () => {
  it.each([
    ['15.14', 15],
    ['19.0', 19],
  ])('%s is rejected with an explanation', (version, major) =>
    expect(versionError(version, major)).toBe(
      `PostgreSQL ${version} is not supported. Use a version from 16 to 18; see docs/operating/configure.md.`,
    ),
  );

  it.each([16, 17, 18])('%s is supported', (major) => expect(versionError(`${major}.1`, major)).toBeNull());

  it.each([
    ['src/main.ts', 'DATABASE_URL'],
    ['src/cli/migrate.ts', 'MIGRATION_DATABASE_URL'],
  ])('stops %s', async (program, setting) => {
    const postgres = await startPostgresOfVersion('13.4', 130_004);
    const { code, err } = await runCommand(program, [], {
      ...testEnvironment,
      ...sharedEnvironment(api),
      [setting]: postgres.url,
    });
    await postgres.close();
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('PostgreSQL 13.4 is not supported. Use a version from 16'),
    ]);
  });
});

describe('a wrong clock', () => {
  it('is reported by the readiness check, which stays ready', async () => {
    const now = jest
      .spyOn(Date, 'now')
      .mockImplementation(() => Math.round(performance.timeOrigin + performance.now()) + 90_000);
    const response = await api.send('GET', '/health/ready');
    now.mockRestore();
    expect([response.status, response.body]).toEqual([
      200,
      {
        status: 'degraded',
        checks: {
          database: 'ok',
          migrations: 'ok',
          signingKeys: 'ok',
          clock: "The clock of this machine is 90 s ahead of the database's. Synchronize both with NTP.",
        },
      },
    ]);
  });

  it('is off by more than a few seconds', () => {
    expect([describeClockSkew(4.9), describeClockSkew(-4.9)]).toEqual([null, null]);
    expect(describeClockSkew(-6)).toContain('6 s behind');
  });
});
