import { expiredSessions, isSessionExpired, unexpiredSessions } from '../../../src/request/auth/session-expiry.ts';
import { databaseNow } from '../../../src/platform/db/clock.ts';
import { newId } from '../../../src/platform/lib/ids.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeUser } from '../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    SESSION_IDLE_HOURS: '2',
    SESSION_MAX_HOURS: '10',
    STAFF_SESSION_IDLE_MINUTES: '30',
    STAFF_SESSION_MAX_HOURS: '5',
  });
});
afterAll(() => api.close());

const hours = 3_600;
const margin = 60;

// Whether a session is staff's, its age, its idle time and the rest of its lifetime in seconds, and whether it has expired.
const cases: [boolean, number, number, number, boolean][] = [
  [false, 3 * hours, 2 * hours - margin, 1 * hours, false],
  [false, 3 * hours, 2 * hours + margin, 1 * hours, true],
  [false, 10 * hours - margin, 0, 1 * hours, false],
  [false, 10 * hours + margin, 0, 1 * hours, true],
  [false, 1 * hours, 0, margin, false],
  [false, 1 * hours, 0, -margin, true],
  [true, 1 * hours, 0.5 * hours - margin, 1 * hours, false],
  [true, 1 * hours, 0.5 * hours + margin, 1 * hours, true],
  [true, 5 * hours - margin, 0, 1 * hours, false],
  [true, 5 * hours + margin, 0, 1 * hours, true],
];

describe('a session', () => {
  it.each(cases)(
    'of staff: %s, %d s old, %d s idle, %d s before its end, has expired: %s, by every rule',
    async (isStaff, age, idle, rest, hasExpired) => {
      const { id: userId } = await makeUser(api);
      const { settings } = api.services;
      const now = await databaseNow(api.db);
      const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
      const timestamps = { createdAt: at(-age), lastSeenAt: at(-idle), expiresAt: at(rest) };
      const { id } = await api.db.session.create({
        data: { id: newId(), idHash: newId(), userId, isStaff, ...timestamps },
      });
      const session = { isStaff, startedAt: timestamps.createdAt, ...timestamps };
      expect(isSessionExpired(session, settings, now)).toBe(hasExpired);
      expect(await api.db.session.count({ where: unexpiredSessions(userId, settings, now) })).toBe(hasExpired ? 0 : 1);
      const expired = await api.db.$queryRaw`
        SELECT id FROM sessions WHERE user_id = ${userId} AND ${expiredSessions(settings)}`;
      expect(expired).toEqual(hasExpired ? [{ id }] : []);
    },
  );

  it('expires as soon as it reaches a limit', () => {
    const now = new Date();
    const at = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
    const used = { isStaff: false, startedAt: at(1), lastSeenAt: at(1), expiresAt: at(-1) };
    const { settings } = api.services;
    expect(isSessionExpired(used, settings, now)).toBe(false);
    expect(isSessionExpired({ ...used, expiresAt: now }, settings, now)).toBe(true);
    expect(isSessionExpired({ ...used, lastSeenAt: at(2 * hours) }, settings, now)).toBe(true);
    expect(isSessionExpired({ ...used, startedAt: at(10 * hours) }, settings, now)).toBe(true);
  });

  it('of another user is not selected', async () => {
    const [ada, bob] = [await makeUser(api), await makeUser(api)];
    const now = await databaseNow(api.db);
    const data = { id: newId(), idHash: newId(), userId: ada.id, lastSeenAt: now, createdAt: now };
    await api.db.session.create({ data: { ...data, expiresAt: new Date(now.getTime() + 60_000) } });
    expect(await api.db.session.count({ where: unexpiredSessions(bob.id, api.services.settings, now) })).toBe(0);
  });

  it('that a query reads without its end is checked by its other limits', () => {
    const now = new Date();
    const session = { isStaff: false, startedAt: now, lastSeenAt: now };
    expect(isSessionExpired(session, api.services.settings, now)).toBe(false);
  });
});
