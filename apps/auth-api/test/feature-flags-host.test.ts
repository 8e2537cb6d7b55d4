/** @takes 10 s */
import { FeatureFlags } from '@portal/contract';
import { startTestAnalytics } from './support/analytics.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';
import { Canaries } from './support/canaries.ts';
import { inTime } from './support/in-time.ts';
import { secretPersonOf } from './support/secret-texts.ts';
import { until } from './support/until.ts';

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

/** Somebody, and a way to ask for their flags again. */
async function personAt(api: TestApi, given: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(api, given);
  const proof = await logIn(api, user);
  const ask = () => api.send('GET', `/users/${user.id}/featureFlags`, proof);
  const flags = async () => FeatureFlags.parse((await ask()).body);
  return { user, flags, isStaffPageOn: async () => (await flags()).auth_portal_admin_page };
}

/** What an API that has asked nothing yet tells somebody. */
const firstAnswerInTime = (settings: Record<string, string>) =>
  inTime(1_500, async (begin) => {
    const { flags } = await personAt(await apiWith(settings));
    begin();
    return flags();
  });

const forAll = { mode: 'everyone', people: [] } as const;
const allOff = { auth_portal_admin_page: false, 'approvals-opt-in-out': false };

describe('[3.14] a feature flag of the analytics host', () => {
  it('is on for the addresses and domains that it was switched on for there, once they are verified', async () => {
    const api = await apiWith(host.judging);
    await host.switchFlags({
      auth_portal_admin_page: { mode: 'people', people: ['@systeminit.com', 'ada@example.org'] },
    });
    const ada = await personAt(api, { email: 'ada@example.org' });
    expect(await until(ada.isStaffPageOn, Boolean)).toBe(true);
    const others = await Promise.all(
      [
        { email: 'staff@systeminit.com' },
        { email: 'bob@example.org' },
        { email: 'eve@systeminit.com', emailVerified: false },
      ].map((given) => personAt(api, given)),
    );
    expect(await Promise.all(others.map(({ isStaffPageOn }) => isStaffPageOn()))).toEqual([true, false, false]);
  });

  // @covers 3.14
  it('follows its switch within seconds, both ways', async () => {
    const api = await apiWith(host.judging);
    const { isStaffPageOn } = await personAt(api);
    expect(await isStaffPageOn()).toBe(false);
    await host.switchFlags({ auth_portal_admin_page: forAll });
    expect(await until(isStaffPageOn, Boolean)).toBe(true);
    await host.switchFlags({ auth_portal_admin_page: { mode: 'off', people: [] } });
    expect(await until(isStaffPageOn, (on) => !on)).toBe(false);
  });

  it('is asked for by the id of the user alone where the API may not read how it is defined', async () => {
    const api = await apiWith(host.asking);
    await host.switchFlags({
      auth_portal_admin_page: { mode: 'people', people: ['@systeminit.com'] },
      'approvals-opt-in-out': forAll,
    });
    const { user, flags } = await personAt(api, { email: 'staff@systeminit.com' });
    // On a busy machine the host may be given up once.
    const answered = await until(flags, (read) => read['approvals-opt-in-out']);
    expect(answered).toEqual({ auth_portal_admin_page: false, 'approvals-opt-in-out': true });
    const received = await host.received();
    expect(received).toContain(user.id);
    expect(received).not.toContain('staff@');
  });

  it('yields to what the operator set', async () => {
    const api = await apiWith({ ...host.judging, FEATURE_FLAGS: 'auth_portal_admin_page=off' });
    await host.switchFlags({ auth_portal_admin_page: forAll, 'approvals-opt-in-out': forAll });
    const { flags } = await personAt(api);
    const answered = await until(flags, (read) => read['approvals-opt-in-out']);
    expect(answered).toEqual({ auth_portal_admin_page: false, 'approvals-opt-in-out': true });
  });

  it('is asked for once for all who ask for the same person at a time', async () => {
    const api = await apiWith({ ...host.asking, ANALYTICS_FLAGS_SECONDS: '60' });
    const { flags } = await personAt(api);
    await Promise.all(Array.from({ length: 20 }, flags));
    expect((await host.received()).split('/flags/?v=2').length - 1).toBe(1);
  });

  it.each([
    ['fails', { flags: { status: 503 } }],
    ['is slow by 30 s', { flags: { delayMs: 30_000 } }],
    ['refuses', { flags: { status: 401 } }],
  ])('is off within a second while the host %s, and nothing else waits', async (_how, faults) => {
    await host.switchFlags({ auth_portal_admin_page: forAll, 'approvals-opt-in-out': forAll });
    await host.faults(faults);
    for (const settings of [host.judging, host.asking]) {
      expect(await firstAnswerInTime(settings)).toEqual(allOff);
    }
  });

  it('is on once the host is back', async () => {
    await host.switchFlags({ auth_portal_admin_page: forAll });
    await host.faults({ flags: { status: 503 } });
    const { isStaffPageOn } = await personAt(await apiWith(host.judging));
    expect(await isStaffPageOn()).toBe(false);
    await host.faults({});
    expect(await until(isStaffPageOn, Boolean)).toBe(true);
  });

  it('gives nobody a right: staff calls stay refused', async () => {
    const api = await apiWith({ FEATURE_FLAGS: 'auth_portal_admin_page=on' });
    const user = await makeUser(api);
    const answer = await api.send('GET', '/users/suspended', await logIn(api, user));
    expect(answer.status).toBe(403);
  });
});

it('[1.7] the analytics host learns nothing of anybody by the flags', async () => {
  const canaries = new Canaries();
  const person = secretPersonOf(canaries);
  await host.switchFlags({ auth_portal_admin_page: { mode: 'people', people: ['@example.com'] } });
  for (const settings of [host.judging, host.asking]) {
    const { flags } = await personAt(await apiWith(settings), person);
    await flags();
  }
  expect(canaries.findIn(await host.received())).toEqual([]);
});
