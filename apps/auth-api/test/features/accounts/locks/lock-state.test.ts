import { lockKinds } from '@portal/contract';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { isLocked, getLock } from '../../../../src/request/account/account-lock.ts';
import { lockedUsers, type LockedUserRow } from '../../../../src/request/account/account-locks.queries.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import { makeUser } from '../../../support/builders.ts';

const day = 24 * 60 * 60 * 1000;
const ago = new Date(Date.now() - 2 * day);
const past = new Date(Date.now() - day);
const future = new Date(Date.now() + day);
const now = new Date();

const states = [
  { beganAt: null, endsAt: null, isActive: false },
  { beganAt: ago, endsAt: null, isActive: true },
  { beganAt: ago, endsAt: past, isActive: false },
  { beganAt: ago, endsAt: future, isActive: true },
];

let api: TestApi;
let users: { user: User; expected: { quarantine: boolean; suspension: boolean } }[];
beforeAll(async () => {
  api = await startApi();
  users = await Promise.all(
    states.flatMap((quarantine) =>
      states.map(async (suspension) => ({
        user: await makeUser(api, {
          quarantinedAt: quarantine.beganAt,
          quarantinedUntil: quarantine.endsAt,
          suspendedAt: suspension.beganAt,
          suspendedUntil: suspension.endsAt,
        }),
        expected: { quarantine: quarantine.isActive, suspension: suspension.isActive },
      })),
    ),
  );
});
afterAll(() => api.close());

/** The ids of the users that match. */
const idsOf = (isLocked: (entry: (typeof users)[number]) => boolean) =>
  users.filter(isLocked).map(({ user }) => user.id);

test('an account is locked if a quarantine or a suspension is active', () => {
  const expected = idsOf(({ expected: { quarantine, suspension } }) => quarantine || suspension);
  expect(expected).toHaveLength(12);
  expect(idsOf(({ user }) => isLocked(user, now))).toEqual(expected);
});

test.each(lockKinds)('the list of users in %s matches the state of their rows', async (kind) => {
  const rows = await api.db.$queryRaw<LockedUserRow[]>(lockedUsers(kind, null, 100));
  const expected = idsOf(({ expected }) => expected[kind]);
  expect(idsOf(({ user }) => getLock(kind, user, now) !== null)).toEqual(expected);
  expect(rows.map(({ userId }) => userId).sort()).toEqual(expected.sort());
});
