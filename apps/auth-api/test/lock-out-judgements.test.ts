import type { User } from '../src/generated/prisma/client.ts';
import { isLockedOut, lockOutKinds, lockOutOf } from '../src/users/lock-outs.ts';
import { lockedOutNow, type LockedOutRow } from '../src/users/lock-outs.sql.ts';
import { startApi, type TestApi } from './support/api.ts';
import { makeUser } from './support/builders.ts';

const day = 24 * 60 * 60 * 1000;
const ago = new Date(Date.now() - 2 * day);
const past = new Date(Date.now() - day);
const future = new Date(Date.now() + day);
const now = new Date();

const states = [
  { beganAt: null, endsAt: null, isInForce: false },
  { beganAt: ago, endsAt: null, isInForce: true },
  { beganAt: ago, endsAt: past, isInForce: false },
  { beganAt: ago, endsAt: future, isInForce: true },
];

let api: TestApi;
let people: { user: User; expected: { quarantine: boolean; suspension: boolean } }[];
beforeAll(async () => {
  api = await startApi();
  people = await Promise.all(
    states.flatMap((quarantine) =>
      states.map(async (suspension) => ({
        user: await makeUser(api, {
          quarantineBeganAt: quarantine.beganAt,
          quarantineEndsAt: quarantine.endsAt,
          suspensionBeganAt: suspension.beganAt,
          suspensionEndsAt: suspension.endsAt,
        }),
        expected: { quarantine: quarantine.isInForce, suspension: suspension.isInForce },
      })),
    ),
  );
});
afterAll(() => api.close());

/** Whom of them it judges to be locked out. */
const judged = (isLocked: (person: (typeof people)[number]) => boolean) =>
  people.filter(isLocked).map(({ user }) => user.id);

test('an account is locked in force of either of the two ways', () => {
  const expected = judged(({ expected: { quarantine, suspension } }) => quarantine || suspension);
  expect(expected).toHaveLength(12);
  expect(judged(({ user }) => isLockedOut(user, now))).toEqual(expected);
});

test.each(lockOutKinds)('the list of those in %s holds whom their row judges to be', async (kind) => {
  const rows = await api.db.$queryRaw<LockedOutRow[]>(lockedOutNow(kind, null, 100));
  const expected = judged(({ expected }) => expected[kind]);
  expect(judged(({ user }) => lockOutOf(kind, user, now) !== null)).toEqual(expected);
  expect(rows.map(({ userId }) => userId).sort()).toEqual(expected.sort());
});
