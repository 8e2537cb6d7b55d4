import { ErrorBody } from '@portal/contract';
import { join } from 'node:path';
import {
  sharedEnvironment,
  spawnApi,
  startApiProcess,
  startReplica,
  type ApiProcess,
} from '../../support/api-process.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { productionSettings } from '../../support/environments.ts';

let api: TestApi;
let replica: ApiProcess;
beforeAll(async () => {
  api = await startApi();
  replica = await startReplica(api);
});
afterAll(async () => {
  await replica.stop('SIGKILL');
  await api.close();
});

describe('an API process', () => {
  it('accepts the sessions of other replicas', async () => {
    const { cookie = '' } = await logIn(api, await makeUser(api));
    expect((await fetch(`${replica.url}/whoami`, { headers: { cookie } })).status).toBe(200);
  });

  it('responds to a URL that is too long with the usual error body', async () => {
    const response = await fetch(`${replica.url}/whoami?long=${'x'.repeat(20_000)}`);
    expect([response.status, ErrorBody.parse(await response.json()).error.type]).toEqual([431, 'HeadersTooLarge']);
  });

  it('keeps idle connections open longer than a proxy does', async () => {
    const response = await fetch(`${replica.url}/health/live`);
    const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? [];
    // Of the common load balancers, Google's has the longest keep-alive timeout: 600 seconds.
    expect(Number(seconds)).toBeGreaterThan(600);
  });

  it('warns that NODE_ENV is not production', () => {
    const line = replica.lines.find((each) => each.includes('NODE_ENV is not production')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ severity_text: 'WARN' });
  });

  it('warns about an environment variable whose name resembles a setting', async () => {
    const other = await startReplica(api, { STRIPE_WEBHOOK_SECRET: 'whsec_x' });
    await other.stop('SIGKILL');
    const line = other.lines.find((each) => each.includes('Did you mean STRIPE_WEBHOOK_SECRETS?')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ severity_text: 'WARN' });
    expect(line).not.toContain('whsec_x');
  });

  it('exits with code 0 on SIGTERM', async () => {
    const other = await startReplica(api);
    expect(await other.stop()).toEqual({ code: 0, signal: null });
    expect(other.lines.at(-1)).toContain('shutting down');
  });

  it('without NODE_ENV runs in production: it refuses the settings of a playground', async () => {
    for (const NODE_ENV of [undefined, '']) {
      const { lines, exited } = spawnApi({ ...sharedEnvironment(api), NODE_ENV });
      expect(await exited).toEqual({ code: 1, signal: null });
      const { severity_text, body } = JSON.parse(lines.at(-1) ?? '{}') as Record<string, string>;
      expect([severity_text, body]).toEqual([
        'FATAL',
        expect.stringContaining('PORTAL_URL: must be https in production'),
      ]);
      expect(body).toContain('AUTH0_CLIENT_SECRET: must have at least 32 characters in production');
    }
  });

  it('without NODE_ENV starts with the settings of a deployment, without /docs, and creates no signing key', async () => {
    const { DATABASE_URL = '', SIGNING_KEYS_DIR = '' } = sharedEnvironment(api);
    const deployment = { ...productionSettings, NODE_ENV: '', LOG_LEVEL: 'info', DATABASE_URL, SIGNING_KEYS_DIR };
    const other = await startApiProcess(deployment);
    expect((await fetch(`${other.url}/docs`)).status).toBe(404);
    await other.stop('SIGKILL');
    const withoutKey = spawnApi({ ...deployment, SIGNING_KEYS_DIR: join(SIGNING_KEYS_DIR, 'none') });
    expect(await withoutKey.exited).toEqual({ code: 1, signal: null });
    expect(withoutKey.lines.at(-1)).toContain('signing key');
  });

  it('refuses public URLs of other machines outside production', async () => {
    const { PORTAL_URL, AUTH_API_URL } = productionSettings;
    const { lines, exited } = spawnApi({
      ...sharedEnvironment(api),
      NODE_ENV: 'development',
      PORTAL_URL,
      AUTH_API_URL,
    });
    expect((await exited).code).toBe(1);
    expect(lines.join('\n')).toContain('PORTAL_URL: must be an address of this machine');
  });

  it('explains in one sentence why it cannot start', async () => {
    await expect(startApiProcess({ DATABASE_URL: '' })).rejects.toThrow(/The API can’t start.*DATABASE_URL/s);
  });
});
