import { purgeExpired } from '../../../src/jobs/purge-expired.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { startReplica, type ApiProcess } from '../../support/api-process.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { logIn, makeStaff, makeUser } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';

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

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const backdateSessions = (userId: string, times: { createdAt?: Date; lastSeenAt?: Date }) =>
  api.db.session.updateMany({ where: { userId }, data: times });
const lastSeen = (userId: string) => async () =>
  (await api.db.session.findFirstOrThrow({ where: { userId } })).lastSeenAt;
const status = async (credentials: Credentials) => (await api.send('GET', '/whoami', credentials)).status;

describe('a staff session', () => {
  it.each([
    ['29 minutes after the last request is active', { lastSeenAt: minutesAgo(29) }, 200],
    ['30 minutes after the last request has expired', { lastSeenAt: minutesAgo(30) }, 401],
    ['11 hours after the login is active', { createdAt: minutesAgo(11 * 60) }, 200],
    ['12 hours after the login has expired, even if it is in use', { createdAt: minutesAgo(12 * 60) }, 401],
  ])('%s', async (_title, times, expected) => {
    const { user, credentials } = await makeStaff(api);
    await backdateSessions(user.id, times);
    expect(await status(credentials)).toBe(expected);
    const { cookie = '' } = credentials;
    expect((await fetch(`${replica.url}/whoami`, { headers: { cookie } })).status).toBe(expected);
  });

  it('has its own limits: other sessions last longer', async () => {
    for (const data of [{}, { email: 'x@notsysteminit.com' }, { email: 'x@systeminit.com', emailVerified: false }]) {
      const user = await makeUser(api, data);
      const credentials = await logIn(api, user);
      await backdateSessions(user.id, { createdAt: minutesAgo(13 * 24 * 60), lastSeenAt: minutesAgo(71 * 60) });
      expect(await status(credentials)).toBe(200);
    }
  });

  it('is short only after a staff login, not for every company address', async () => {
    const user = await makeUser(api, { email: 'password@systeminit.com' });
    const credentials = await logIn(api, user);
    await backdateSessions(user.id, { lastSeenAt: minutesAgo(31), createdAt: minutesAgo(13 * 60) });
    expect(await status(credentials)).toBe(200);
  });

  it('stays short after the address is no longer verified', async () => {
    const { user, credentials } = await makeStaff(api);
    await api.db.user.update({ where: { id: user.id }, data: { emailVerified: false } });
    await backdateSessions(user.id, { lastSeenAt: minutesAgo(31) });
    expect(await status(credentials)).toBe(401);
  });

  it('continues with a request every six minutes, each of which is recorded', async () => {
    const { user, credentials } = await makeStaff(api);
    for (let round = 0; round < 8; round++) {
      const before = minutesAgo(6);
      await backdateSessions(user.id, { lastSeenAt: before });
      expect(await status(credentials)).toBe(200);
      await pollUntil(lastSeen(user.id), (at) => at > before);
    }
  });

  it('is not written by a request within five minutes of a recorded one', async () => {
    const { user, credentials } = await makeStaff(api);
    const seenAt = minutesAgo(4);
    await backdateSessions(user.id, { lastSeenAt: seenAt });
    expect(await status(credentials)).toBe(200);
    expect(await lastSeen(user.id)()).toEqual(seenAt);
  });

  it('that has expired records no logout and is purged', async () => {
    const { user, credentials } = await makeStaff(api);
    const other = await makeStaff(api);
    await backdateSessions(user.id, { lastSeenAt: minutesAgo(31) });
    await backdateSessions(other.user.id, { createdAt: minutesAgo(13 * 60) });
    expect(await auditEntriesOf(api, () => api.send('GET', '/auth/logout', credentials).redirects(0))).toEqual([]);
    const member = await makeUser(api);
    await logIn(api, member);
    await backdateSessions(member.id, { lastSeenAt: minutesAgo(31), createdAt: minutesAgo(13 * 60) });
    await purgeExpired(api.services);
    expect(await api.db.session.count({ where: { userId: { in: [user.id, other.user.id] } } })).toBe(0);
    expect(await api.db.session.count({ where: { userId: member.id } })).toBe(1);
  });

  it('has the limits of the settings', async () => {
    const longer = await startApi({ STAFF_SESSION_IDLE_MINUTES: '60', STAFF_SESSION_MAX_HOURS: '24' });
    const { user, credentials } = await makeStaff(longer);
    await longer.db.session.updateMany({
      where: { userId: user.id },
      data: { createdAt: minutesAgo(23 * 60), lastSeenAt: minutesAgo(59) },
    });
    expect((await longer.send('GET', '/whoami', credentials)).status).toBe(200);
    await longer.close();
  });
});
