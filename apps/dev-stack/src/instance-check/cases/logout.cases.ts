import { expectThat, notChecked, type Case, type Check } from '../check.ts';
import { settle } from '../instance.ts';
import { now, otherId, type PortalUser, type TokenChanges } from '../portal.ts';
import { expired, forgeries } from './forgeries.ts';

const endsSessions = 'Anyone ends the sessions of your users.';

export const logoutCases: readonly Case[] = [
  {
    name: 'logout.ends-session',
    proves: 'A logout token ends its session',
    attack: 'A stolen session goes on after its user logged out.',
    fix: 'End the sessions with this sid on POST /backchannel-logout.',
    run: (check) => check.logoutWorks(),
  },
  ...[...forgeries, expired].map(({ name, what, fix, changes }) => ({
    name: `logout.${name}`,
    proves: `A logout token ${what} ends no session`,
    attack: endsSessions,
    fix,
    run: (check: Check) => survives(check, changes()),
  })),
  {
    name: 'logout.no-event',
    proves: 'A token without the event of a logout ends no session',
    attack: endsSessions,
    fix: 'Require the key http://schemas.openid.net/event/backchannel-logout in events.',
    run: (check) => survives(check, { claims: { events: {} } }),
  },
  {
    name: 'logout.other-session',
    proves: 'A logout token for another session leaves this one',
    attack: 'A user who logs out somewhere logs others out.',
    fix: 'End only sessions whose sessionId is the sid of the token.',
    run: (check) => survives(check, { claims: { sid: otherId } }),
  },
  {
    name: 'logout.after-new-login',
    proves: 'A logout token leaves a session that was entered after its time (toe)',
    attack: 'A member who was removed and invited again cannot stay logged in.',
    fix: 'End only sessions whose token has an iat until toe (iat <= toe).',
    run: replayAfterNewLogin,
  },
  {
    name: 'logout.key-reads',
    proves: 'Ten tokens of unknown keys make the instance read the keys twice at most',
    attack: 'Anyone makes the instance send requests to the API, until the API limits it.',
    fix: 'Read the keys again for an unknown kid at most every 30 seconds.',
    run: readsFewKeys,
  },
];

const unknown = notChecked('The right logout token ends no session.');

/** A session goes on after this logout token. */
async function survives(check: Check, changes: TokenChanges) {
  if ((await check.logoutWorks()).verdict !== 'passed') return unknown;
  const { portal, instance } = check;
  const user = portal.addUser();
  const browser = await instance.logIn(user);
  const status = await instance.sendLogout(await portal.logoutToken(user, now(), changes));
  await settle();
  return expectThat(await instance.isLoggedIn(browser, user), `The session ended. The answer was ${status}.`);
}

async function replayAfterNewLogin(check: Check) {
  if ((await check.logoutWorks()).verdict !== 'passed') return unknown;
  const { portal, instance } = check;
  const user = portal.addUser();
  const [enteredAt, endedAt] = [now() - 20, now() - 10];
  portal.behavior.instanceToken = { claims: { iat: enteredAt } };
  const first = await instance.logIn(user);
  await sendAt(check, user, endedAt);
  if (!(await instance.isLoggedOutSoon(first, user)))
    return expectThat(false, 'The session goes on, although it was entered before toe.');
  portal.behavior.instanceToken = {};
  const second = await instance.logIn(user);
  await sendAt(check, user, endedAt);
  await settle();
  return expectThat(await instance.isLoggedIn(second, user), 'The session that was entered after toe ended.');
}

async function readsFewKeys(check: Check) {
  if ((await check.logoutWorks()).verdict !== 'passed') return unknown;
  const { portal, instance } = check;
  const before = portal.keyReads;
  const user = portal.addUser();
  for (let count = 0; count < 10; count += 1)
    await instance.sendLogout(await portal.logoutToken(user, now(), { forgery: 'unknown key' }));
  const reads = portal.keyReads - before;
  return expectThat(reads <= 2, `The instance read the keys ${reads} times.`);
}

async function sendAt({ portal, instance }: Check, user: PortalUser, endedAt: number): Promise<void> {
  await instance.sendLogout(await portal.logoutToken(user, endedAt));
}
