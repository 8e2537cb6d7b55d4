/** @takes 10 s */
import { FeatureFlags } from '@portal/contract';
import { startTestAnalytics } from '../../support/analytics.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { Canaries, secretUser } from '../../support/canaries.ts';
import { withinTimeLimit } from '../../support/time-limit.ts';
import { pollUntil } from '../../support/polling.ts';

let host: Awaited<ReturnType<typeof startTestAnalytics>>;
let apis: TestApi[] = [];

beforeEach(async () => {
  host = await startTestAnalytics();
});
afterEach(async () => {
  await Promise.all(apis.map((api) => api.close()));
  apis = [];
  await host.stop();
});

async function apiWith(environment: Record<string, string>): Promise<TestApi> {
  const api = await startApi(environment);
  apis.push(api);
  return api;
}

/** A user of an API, with functions that read the user’s flags. */
async function userOf(api: TestApi, overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(api, overrides);
  const credentials = await logIn(api, user);
  const ask = () => api.send('GET', `/users/${user.id}/featureFlags`, credentials);
  const flags = async () => FeatureFlags.parse((await ask()).body);
  return { user, flags, isStaffPageOn: async () => (await flags()).auth_portal_admin_page };
}

/** The flags that a new API, without cached flags, returns within the time limit. */
const firstFlagsInTime = (settings: Record<string, string>) =>
  withinTimeLimit(1_500, async (restart) => {
    const { flags } = await userOf(await apiWith(settings));
    restart();
    return flags();
  });

const forEveryone = { mode: 'everyone', users: [] } as const;
const allOff = { auth_portal_admin_page: false, 'approvals-opt-in-out': false };

const requestCounts = async ({ services: { metrics } }: TestApi) => {
  const text = await metrics.read();
  const count = (outcome: string) =>
    Number(new RegExp(`^portal_feature_flag_requests_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
  return { succeeded: count('succeeded'), failed: count('failed') };
};

describe('the metric for requests to PostHog', () => {
  it('counts requests that PostHog answers, and those that it rejects or does not answer', async () => {
    const api = await apiWith(host.localEvaluation);
    const { flags } = await userOf(api);
    await flags();
    const isCounted = (counted: (counts: { succeeded: number; failed: number }) => boolean) =>
      pollUntil(() => requestCounts(api), counted);
    expect((await isCounted(({ succeeded }) => succeeded > 0)).failed).toBe(0);
    await host.setFaults({ flags: { status: 401 } });
    expect((await isCounted(({ failed }) => failed > 0)).failed).toBeGreaterThan(0);

    const unreachable = await apiWith({ ...host.remoteEvaluation, ANALYTICS_URL: 'http://127.0.0.1:1' });
    expect(await requestCounts(unreachable)).toEqual({ succeeded: 0, failed: 0 });
    await (await userOf(unreachable)).flags();
    expect(await requestCounts(unreachable)).toEqual({ succeeded: 0, failed: 1 });
  });
});

describe('[3.14] a PostHog feature flag', () => {
  it('is on for the emails and domains that it is switched on for, if they are verified', async () => {
    const api = await apiWith(host.localEvaluation);
    await host.setFlags({
      auth_portal_admin_page: { mode: 'users', users: ['@systeminit.com', 'ada@example.org'] },
    });
    const ada = await userOf(api, { email: 'ada@example.org' });
    expect(await pollUntil(ada.isStaffPageOn, Boolean)).toBe(true);
    const others = await Promise.all(
      [
        { email: 'staff@systeminit.com' },
        { email: 'bob@example.org' },
        { email: 'eve@systeminit.com', emailVerified: false },
      ].map((overrides) => userOf(api, overrides)),
    );
    expect(await Promise.all(others.map(({ isStaffPageOn }) => isStaffPageOn()))).toEqual([true, false, false]);
  });

  // @covers 3.14
  it('is switched on and off within seconds', async () => {
    const api = await apiWith(host.localEvaluation);
    const { isStaffPageOn } = await userOf(api);
    expect(await isStaffPageOn()).toBe(false);
    await host.setFlags({ auth_portal_admin_page: forEveryone });
    expect(await pollUntil(isStaffPageOn, Boolean)).toBe(true);
    await host.setFlags({ auth_portal_admin_page: { mode: 'off', users: [] } });
    expect(await pollUntil(isStaffPageOn, (on) => !on)).toBe(false);
  });

  it('is evaluated by the host with only the id of the user if the API cannot read the definitions', async () => {
    const api = await apiWith(host.remoteEvaluation);
    await host.setFlags({
      auth_portal_admin_page: { mode: 'users', users: ['@systeminit.com'] },
      'approvals-opt-in-out': forEveryone,
    });
    const { user, flags } = await userOf(api, { email: 'staff@systeminit.com' });
    // On a busy machine one request to the host may time out.
    const flagsOfUser = await pollUntil(flags, (read) => read['approvals-opt-in-out']);
    expect(flagsOfUser).toEqual({ auth_portal_admin_page: false, 'approvals-opt-in-out': true });
    const received = await host.receivedRequests();
    expect(received).toContain(user.id);
    expect(received).not.toContain('staff@');
  });

  it('is overridden by the setting of the operator', async () => {
    const api = await apiWith({ ...host.localEvaluation, FEATURE_FLAGS: 'auth_portal_admin_page=off' });
    await host.setFlags({ auth_portal_admin_page: forEveryone, 'approvals-opt-in-out': forEveryone });
    const { flags } = await userOf(api);
    const flagsOfUser = await pollUntil(flags, (read) => read['approvals-opt-in-out']);
    expect(flagsOfUser).toEqual({ auth_portal_admin_page: false, 'approvals-opt-in-out': true });
  });

  it('is requested once for concurrent requests of one user', async () => {
    const api = await apiWith({ ...host.remoteEvaluation, FEATURE_FLAG_CACHE_SECONDS: '60' });
    const { flags } = await userOf(api);
    await Promise.all(Array.from({ length: 20 }, flags));
    expect((await host.receivedRequests()).split('/flags/?v=2').length - 1).toBe(1);
  });

  it.each([
    ['fails', { flags: { status: 503 } }],
    ['is slow by 30 s', { flags: { delayMs: 30_000 } }],
    ['rejects requests', { flags: { status: 401 } }],
  ])('is off within a second while the host %s, and nothing else waits', async (_how, faults) => {
    await host.setFlags({ auth_portal_admin_page: forEveryone, 'approvals-opt-in-out': forEveryone });
    await host.setFaults(faults);
    for (const settings of [host.localEvaluation, host.remoteEvaluation]) {
      expect(await firstFlagsInTime(settings)).toEqual(allOff);
    }
  });

  it('is on once the host is back', async () => {
    await host.setFlags({ auth_portal_admin_page: forEveryone });
    await host.setFaults({ flags: { status: 503 } });
    const { isStaffPageOn } = await userOf(await apiWith(host.localEvaluation));
    expect(await isStaffPageOn()).toBe(false);
    await host.setFaults({});
    expect(await pollUntil(isStaffPageOn, Boolean)).toBe(true);
  });

  it('grants no access: staff calls stay forbidden', async () => {
    const api = await apiWith({ FEATURE_FLAGS: 'auth_portal_admin_page=on' });
    const user = await makeUser(api);
    const response = await api.send('GET', '/users/suspended', await logIn(api, user));
    expect(response.status).toBe(403);
  });
});

it('[1.7] the analytics host receives no personal data with flag requests', async () => {
  const canaries = new Canaries();
  const user = secretUser(canaries);
  await host.setFlags({ auth_portal_admin_page: { mode: 'users', users: ['@example.com'] } });
  for (const settings of [host.localEvaluation, host.remoteEvaluation]) {
    const { flags } = await userOf(await apiWith(settings), user);
    await flags();
  }
  expect(canaries.findIn(await host.receivedRequests())).toEqual([]);
});
