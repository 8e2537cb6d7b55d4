import { expectThat, notChecked, type Case, type Check } from '../check.ts';
import { Browser } from '../browser.ts';
import { settle, until } from '../instance.ts';

export const sessionCases: readonly Case[] = [
  {
    name: 'session.ends-after-refresh',
    proves: 'After /refresh-auth, a session ends whose token the API answers with 401',
    attack: 'A member who was removed stays in the instance.',
    fix: 'After /refresh-auth, call /auth-reconnect when a session is used next. End it on 401.',
    async run({ portal, instance }) {
      const user = portal.addUser();
      const browser = await instance.logIn(user);
      portal.behavior.sessionStatus = 401;
      await instance.refresh(new Browser());
      return expectThat(await instance.isLoggedOutSoon(browser, user), 'The session goes on.');
    },
  },
  {
    name: 'session.survives-an-outage',
    proves: 'After /refresh-auth, a session goes on while the API answers 503',
    attack: 'An outage of the API, or one visit to /refresh-auth during it, logs all users out.',
    fix: 'End a session only on 401. Keep it after any other error, and ask again later.',
    async run({ portal, instance }) {
      const user = portal.addUser();
      const browser = await instance.logIn(user);
      portal.behavior.sessionStatus = 503;
      await instance.refresh(new Browser());
      await settle();
      // The first visit may ask the API, and the second see what became of it.
      await instance.isLoggedIn(browser, user);
      return expectThat(await instance.isLoggedIn(browser, user), 'The session ended.');
    },
  },
  {
    name: 'session.role-after-refresh',
    proves: 'After /refresh-auth, a session has its present role',
    attack: 'A user whose role was lowered keeps the old rights.',
    fix: 'After /refresh-auth, call /auth-reconnect when a session is used next, and set the role.',
    run: roleAfterRefresh,
  },
  {
    name: 'session.refresh-redirect',
    proves: '/refresh-auth leads only to the portal',
    attack: 'An attacker sends users from a link with your name to a page of their own.',
    fix: 'Redirect to {portal}/workspace/{workspaceId}, with the id of your own workspace.',
    async run({ portal, instance }) {
      for (const workspaceId of [portal.workspaceId, '../..//evil.example', '@evil.example', 'https://evil.example']) {
        const response = await instance.refresh(new Browser(), workspaceId);
        const location = response.headers.get('location');
        const origins = [portal.url, instance.options.url].map((url) => new URL(url).origin);
        if (location !== null && !origins.includes(new URL(location, response.url).origin))
          return expectThat(false, `The workspace id ${workspaceId} led to ${location}.`);
      }
      return expectThat(true, '');
    },
  },
];

async function roleAfterRefresh({ portal, instance }: Check) {
  const user = portal.addUser();
  const browser = await instance.logIn(user);
  if ((await instance.shownAtHome(browser, ['EDITOR'])) === undefined)
    return notChecked('The home page does not show the role.');
  user.role = 'APPROVER';
  portal.revision += 1;
  await instance.refresh(new Browser());
  const isApplied = await until(async () => (await instance.shownAtHome(browser, ['APPROVER'])) !== undefined);
  return expectThat(isApplied, 'The home page shows the old role.');
}
