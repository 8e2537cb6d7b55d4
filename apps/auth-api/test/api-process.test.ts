import { ProblemBody } from '@portal/contract';
import { startApiProcess, startReplica, type ApiProcess } from './support/api-process.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';

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

describe('the API as a process', () => {
  it('knows the sessions of the other replicas', async () => {
    const { cookie = '' } = await logIn(api, await makeUser(api));
    expect((await fetch(`${replica.url}/whoami`, { headers: { cookie } })).status).toBe(200);
  });

  it('answers an address that is too long as all failures', async () => {
    const response = await fetch(`${replica.url}/whoami?long=${'x'.repeat(20_000)}`);
    expect([response.status, ProblemBody.parse(await response.json()).error.type]).toEqual([431, 'HeadersTooLarge']);
  });

  it('leaves it to the proxy to end a connection that nobody uses', async () => {
    const response = await fetch(`${replica.url}/health/live`);
    const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? [];
    // Of all that are common, a balancer of Google's keeps it the longest.
    expect(Number(seconds)).toBeGreaterThan(600);
  });

  it('says loudly that it is no production', () => {
    const line = replica.lines.find((each) => each.includes('NODE_ENV is not production')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ level: 40 });
  });

  it('warns of a variable that is named almost as a setting is', async () => {
    const other = await startReplica(api, { STRIPE_WEBHOOK_SECRET: 'whsec_x' });
    await other.stop('SIGKILL');
    const line = other.lines.find((each) => each.includes('Did you mean STRIPE_WEBHOOK_SECRETS?')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ level: 40 });
    expect(line).not.toContain('whsec_x');
  });

  it('ends well when it is asked to', async () => {
    const other = await startReplica(api);
    expect(await other.stop()).toEqual({ code: 0, signal: null });
    expect(other.lines.at(-1)).toContain('the API stops');
  });

  it('says in a sentence why it can’t start', async () => {
    await expect(startApiProcess({ DATABASE_URL: '' })).rejects.toThrow(/The API can’t start.*DATABASE_URL/s);
  });
});
