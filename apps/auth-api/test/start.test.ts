/** @takes 20 s */
import { jest } from '@jest/globals';
import { connect } from 'node:net';
import { freePort } from '@portal/local-postgres';
import { clockProblem } from '../src/database/clock.ts';
import { versionProblem } from '../src/database/supported-version.ts';
import { sharedWith, spawnApi, type StartingApi } from './support/api-process.ts';
import { startApi, testEnvironment, type TestApi } from './support/api.ts';
import { startReportingPostgres } from './support/reporting-postgres.ts';
import { runCommand } from './support/run-command.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

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

const says = (starting: StartingApi, words: string) =>
  until(() => Promise.resolve(starting.lines.some((line) => line.includes(words))), Boolean, 60_000);

const statusOf = (port: number, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ status }) => status,
    () => 'refused',
  );

async function spawnWith(environment: Record<string, string> = {}) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const settings = { PORT: String(port), METRICS_PORT: String(metricsPort), ...environment };
  return { port, metricsPort, starting: spawnApi({ ...sharedWith(api), ...settings }) };
}

describe('an API whose database is away at its start', () => {
  it('keeps its port closed, says why, tells at the metrics port that it lives, and listens once the database is back', async () => {
    const network = await startTcpProxy(api.services.settings.DATABASE_URL);
    network.refuse();
    const { port, metricsPort, starting } = await spawnWith({ DATABASE_URL: network.url });
    expect(await says(starting, 'The API waits, and listens as soon as it is ready.')).toBe(true);
    expect(await isOpen(port)).toBe(false);
    expect(await statusOf(metricsPort, '/health/live')).toBe(200);
    network.pass();
    expect(
      await until(
        () => statusOf(port, '/health/ready'),
        (status) => status === 200,
        30_000,
      ),
    ).toBe(200);
    await starting.stop('SIGKILL');
    await network.close();
  });

  it('stops at once when it is told to', async () => {
    const network = await startTcpProxy(api.services.settings.DATABASE_URL);
    network.refuse();
    const { starting } = await spawnWith({ DATABASE_URL: network.url });
    expect(await says(starting, 'The API waits')).toBe(true);
    expect(await starting.stop()).toEqual({ code: 0, signal: null });
    await network.close();
  });
});

it('an API whose database lacks a migration keeps its port closed until it is applied, and says which', async () => {
  await api.asOwner('UPDATE _prisma_migrations SET finished_at = NULL');
  const { port, starting } = await spawnWith();
  expect(await says(starting, 'Migrations are missing: ')).toBe(true);
  expect(await isOpen(port)).toBe(false);
  await api.asOwner('UPDATE _prisma_migrations SET finished_at = now()');
  expect(
    await until(
      () => statusOf(port, '/health/ready'),
      (status) => status === 200,
      30_000,
    ),
  ).toBe(200);
  await starting.stop('SIGKILL');
});

it('an API with an empty database says that it lacks the migrations, not that it is broken', async () => {
  await api.asOwner('ALTER TABLE _prisma_migrations RENAME TO hidden');
  const response = await api.send('GET', '/health/ready');
  await api.asOwner('ALTER TABLE hidden RENAME TO _prisma_migrations');
  expect([response.status, response.text]).toEqual([503, expect.stringContaining('Migrations are missing: ')]);
});

describe('an unsupported version of PostgreSQL', () => {
  it.each([
    ['15.14', 15],
    ['19.0', 19],
  ])('%s is refused with a sentence', (version, major) =>
    expect(versionProblem(version, major)).toBe(
      `PostgreSQL ${version} is not supported. Use a version from 16 to 18; see docs/operating/configure.md.`,
    ),
  );

  it.each([16, 17, 18])('%s is supported', (major) => expect(versionProblem(`${major}.1`, major)).toBeNull());

  it.each([
    ['src/main.ts', 'DATABASE_URL'],
    ['src/migrate.ts', 'MIGRATION_DATABASE_URL'],
  ])('ends %s', async (program, setting) => {
    const postgres = await startReportingPostgres('13.4', 130_004);
    const { code, err } = await runCommand(program, [], {
      ...testEnvironment,
      ...sharedWith(api),
      [setting]: postgres.url,
    });
    await postgres.close();
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('PostgreSQL 13.4 is not supported. Use a version from 16'),
    ]);
  });
});

describe('a clock that is wrong', () => {
  it('is told by readiness, which goes on to be ready', async () => {
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

  it('is a matter of seconds', () => {
    expect([clockProblem(4.9), clockProblem(-4.9)]).toEqual([null, null]);
    expect(clockProblem(-6)).toContain('6 s behind');
  });
});
