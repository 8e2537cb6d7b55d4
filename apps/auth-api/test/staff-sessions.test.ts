import { purgeExpired } from '../src/jobs/purge-expired.ts';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { startReplica, type ApiProcess } from './support/api-process.ts';
import { linesOf } from './support/audit-log.ts';
import { logIn, makeUser } from './support/builders.ts';
import { makeStaff } from './support/staff.ts';
import { until } from './support/until.ts';

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

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const age = (userId: string, times: { createdAt?: Date; lastSeenAt?: Date }) =>
  api.db.session.updateMany({ where: { userId }, data: times });
const lastSeen = (userId: string) => async () =>
  (await api.db.session.findFirstOrThrow({ where: { userId } })).lastSeenAt;
const status = async (proof: Proof) => (await api.send('GET', '/whoami', proof)).status;

describe('a session of staff', () => {
  it.each([
    ['29 minutes after it was seen', { lastSeenAt: ago(29) }, 200],
    ['30 minutes after it was seen', { lastSeenAt: ago(30) }, 401],
    ['11 hours after it began', { createdAt: ago(11 * 60) }, 200],
    ['12 hours after it began, however busy', { createdAt: ago(12 * 60) }, 401],
  ])('%s', async (_when, times, expected) => {
    const { user, proof } = await makeStaff(api);
    await age(user.id, times);
    expect(await status(proof)).toBe(expected);
    const { cookie = '' } = proof;
    expect((await fetch(`${replica.url}/whoami`, { headers: { cookie } })).status).toBe(expected);
  });

  it('goes on for everybody else, by everybody’s limits', async () => {
    for (const more of [{}, { email: 'x@notsysteminit.com' }, { email: 'x@systeminit.com', emailVerified: false }]) {
      const user = await makeUser(api, more);
      const proof = await logIn(api, user);
      await age(user.id, { createdAt: ago(13 * 24 * 60), lastSeenAt: ago(71 * 60) });
      expect(await status(proof)).toBe(200);
    }
  });

  it('is as short for an address of staff only where the login was one of staff', async () => {
    const user = await makeUser(api, { email: 'password@systeminit.com' });
    const proof = await logIn(api, user);
    await age(user.id, { lastSeenAt: ago(31), createdAt: ago(13 * 60) });
    expect(await status(proof)).toBe(200);
  });

  it('stays short once the address is no longer one of staff', async () => {
    const { user, proof } = await makeStaff(api);
    await api.db.user.update({ where: { id: user.id }, data: { emailVerified: false } });
    await age(user.id, { lastSeenAt: ago(31) });
    expect(await status(proof)).toBe(401);
  });

  it('goes on under requests every six minutes, each of which is noted', async () => {
    const { user, proof } = await makeStaff(api);
    for (let round = 0; round < 8; round++) {
      const before = ago(6);
      await age(user.id, { lastSeenAt: before });
      expect(await status(proof)).toBe(200);
      await until(lastSeen(user.id), (at) => at > before);
    }
  });

  it('writes nothing at a request within five minutes of one that was noted', async () => {
    const { user, proof } = await makeStaff(api);
    const seenAt = ago(4);
    await age(user.id, { lastSeenAt: seenAt });
    expect(await status(proof)).toBe(200);
    expect(await lastSeen(user.id)()).toEqual(seenAt);
  });

  it('that is over is nobody’s logout, and is purged', async () => {
    const { user, proof } = await makeStaff(api);
    const other = await makeStaff(api);
    await age(user.id, { lastSeenAt: ago(31) });
    await age(other.user.id, { createdAt: ago(13 * 60) });
    expect(await linesOf(api, () => api.send('GET', '/auth/logout', proof).redirects(0))).toEqual([]);
    const member = await makeUser(api);
    await logIn(api, member);
    await age(member.id, { lastSeenAt: ago(31), createdAt: ago(13 * 60) });
    await purgeExpired(api.services);
    expect(await api.db.session.count({ where: { userId: { in: [user.id, other.user.id] } } })).toBe(0);
    expect(await api.db.session.count({ where: { userId: member.id } })).toBe(1);
  });

  it('is as long as the settings say', async () => {
    const longer = await startApi({ STAFF_SESSION_IDLE_MINUTES: '60', STAFF_SESSION_MAX_HOURS: '24' });
    const { user, proof } = await makeStaff(longer);
    await longer.db.session.updateMany({
      where: { userId: user.id },
      data: { createdAt: ago(23 * 60), lastSeenAt: ago(59) },
    });
    expect((await longer.send('GET', '/whoami', proof)).status).toBe(200);
    await longer.close();
  });
});
