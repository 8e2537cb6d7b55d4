import { expectThat, notChecked, type Case, type Check } from '../check.ts';
import { settle, until } from '../instance.ts';
import type { TokenChanges } from '../portal.ts';
import { forgeries } from './forgeries.ts';

export const eventCases: readonly Case[] = [
  {
    name: 'event.removes-member',
    proves: 'An event ends the sessions of users who are no longer members',
    attack: 'A member who was removed stays in the instance.',
    fix: 'End the sessions of users who are not in members.',
    run: (check) => check.eventsWork(),
  },
  ...forgeries.map(({ name, what, fix, changes }) => ({
    name: `event.${name}`,
    proves: `An event ${what} changes nothing`,
    attack: 'Anyone changes roles and ends sessions.',
    fix,
    run: (check: Check) => isIgnored(check, changes(), 1),
  })),
  {
    name: 'event.older-revision',
    proves: 'An event with an older revision changes nothing',
    attack: 'An event that arrives late gives a user an old role back.',
    fix: 'Apply an event only to sessions with a lower revision.',
    run: (check) => isIgnored(check, {}, -1),
  },
  {
    name: 'event.newer-role',
    proves: 'An event with a newer revision sets the role',
    attack: 'A user whose role was lowered keeps the old rights.',
    fix: 'Set the role of each session from members.',
    run: appliesRole,
  },
];

/** Why an event that changes nothing would show nothing. */
async function whyUnknown(check: Check) {
  const outcome = await check.eventsWork();
  if (outcome.verdict === 'passed') return null;
  return notChecked(outcome.verdict === 'failed' ? 'The right event ends no session.' : outcome.reason);
}

/** An event without this user leaves the session. */
async function isIgnored(check: Check, changes: TokenChanges, step: 1 | -1) {
  const unknown = await whyUnknown(check);
  if (unknown) return unknown;
  const { portal, instance } = check;
  const user = portal.addUser();
  const browser = await instance.logIn(user);
  const status = await instance.sendEvent(await portal.eventToken([], portal.revision + step, changes));
  await settle();
  return expectThat(await instance.isLoggedIn(browser, user), `The session ended. The answer was ${status}.`);
}

async function appliesRole(check: Check) {
  const unknown = await whyUnknown(check);
  if (unknown) return unknown;
  const { portal, instance } = check;
  const user = portal.addUser();
  const browser = await instance.logIn(user);
  if ((await instance.shownAtHome(browser, ['EDITOR'])) === undefined)
    return notChecked('The home page does not show the role.');
  portal.revision += 1;
  user.role = 'APPROVER';
  await instance.sendEvent(await portal.eventToken([user], portal.revision));
  const isApplied = await until(async () => (await instance.shownAtHome(browser, ['APPROVER'])) !== undefined);
  return expectThat(isApplied, 'The home page shows the old role.');
}
