import { Browser } from '../browser.ts';
import { expectThat, notChecked, type Case, type Check } from '../check.ts';
import { otherId } from '../portal.ts';

const plantedLogin = 'An attacker logs a user’s browser in as themselves, and reads what the user then does there.';
const bindState =
  'Put a random state into a cookie of this browser. Reject an /auth-connect whose state is not the one in the cookie.';
const otherWorkspace = 'Anyone can create a workspace with the URL of this instance. They enter it as its owner.';

export const loginCases: readonly Case[] = [
  {
    name: 'login.without-state',
    proves: 'A code without a state logs no browser in',
    attack: plantedLogin,
    fix: 'Redeem no code that comes without a state. Redirect to /go with a new state instead.',
    run: withoutState,
  },
  {
    name: 'login.state-without-cookie',
    proves: 'A state logs no browser in that has no cookie with a state',
    attack: plantedLogin,
    fix: bindState,
    run: (check) => plantLogin(check, new Browser()),
  },
  {
    name: 'login.state-of-another-browser',
    proves: 'The state of one browser completes no login of another',
    attack: plantedLogin,
    fix: bindState,
    async run(check) {
      const { browser } = await check.instance.startLogin(check.portal.addUser());
      return plantLogin(check, browser);
    },
  },
  {
    name: 'login.state-is-random',
    proves: 'Each login has another state, of at least 16 characters',
    attack: 'An attacker guesses the state, and logs a user’s browser in as themselves.',
    fix: 'Make each state of at least 16 random bytes.',
    async run({ portal, instance }) {
      const [first, second] = [
        await instance.startLogin(portal.addUser()),
        await instance.startLogin(portal.addUser()),
      ];
      return expectThat(
        first.state !== second.state && first.state.length >= 16,
        `The states were ${first.state} and ${second.state}.`,
      );
    },
  },
  {
    name: 'login.state-twice',
    proves: 'A state completes one login',
    attack: 'An attacker who learned the state, such as from a log of URLs, logs the browser in as themselves.',
    fix: 'Delete the cookie of the state before you redeem the code.',
    async run({ portal, instance }) {
      const { browser, state } = await instance.startLogin(portal.addUser());
      const [first, second] = [portal.addCode(portal.addUser(), state), portal.addCode(portal.addUser(), state)];
      await browser.visit(instance.connectUrl({ code: first, state }));
      if (portal.redemptions(first) === 0) return notChecked('The first login with the state does not work.');
      await browser.visit(instance.connectUrl({ code: second, state }));
      return expectThat(portal.redemptions(second) === 0, 'The instance redeemed a second code with the same state.');
    },
  },
  {
    name: 'login.code-twice',
    proves: 'A URL with a code completes one login',
    attack: 'Anyone who finds the URL in a browser’s history makes the instance redeem the code again.',
    fix: 'Redeem each code once, and never retry.',
    async run({ portal, instance }) {
      const { browser, completeUrl } = await instance.enter(portal.addUser());
      await browser.visit(completeUrl);
      const times = portal.redemptions(new URL(completeUrl).searchParams.get('code') ?? '');
      if (times === 0) return notChecked('The first login does not work.');
      return expectThat(times === 1, `The instance redeemed the code ${times} times.`);
    },
  },
  {
    name: 'login.unknown-code',
    proves: 'A code that the API rejects logs no browser in',
    attack: 'Anyone logs in with an invented code.',
    fix: 'Create a session only after /complete-auth-connect answered 200.',
    async run({ portal, instance }) {
      const user = portal.addUser();
      const { browser, state } = await instance.startLogin(user);
      await browser.visit(instance.connectUrl({ code: 'unknown', state }));
      return expectThat(!(await instance.isLoggedIn(browser, user)), 'The browser is logged in.');
    },
  },
  {
    name: 'login.api-away',
    proves: 'No browser is logged in while the API is away',
    attack: 'Anyone logs in while the API is away.',
    fix: 'Create a session only after /complete-auth-connect answered 200.',
    async run({ portal, instance }) {
      const user = portal.addUser();
      portal.behavior.connectStatus = 503;
      const { browser } = await instance.enter(user);
      return expectThat(!(await instance.isLoggedIn(browser, user)), 'The browser is logged in.');
    },
  },
  {
    name: 'login.other-workspace',
    proves: 'A login for another workspace is rejected',
    attack: otherWorkspace,
    fix: 'Compare the workspaceId of /auth-connect with the ids of your workspaces.',
    run: otherWorkspaceId,
  },
  {
    name: 'login.code-of-other-workspace',
    proves: 'A code of another workspace is rejected, although the URL names this one',
    attack: otherWorkspace,
    fix: 'Compare workspace.id in the answer of /complete-auth-connect with the id of your workspace.',
    async run({ portal, instance }) {
      const user = portal.addUser();
      portal.behavior.connectedWorkspaceId = otherId;
      const { browser } = await instance.enter(user);
      return expectThat(!(await instance.isLoggedIn(browser, user)), 'The browser is logged in.');
    },
  },
  {
    name: 'login.foreign-redirect',
    proves: 'After a login, the browser stays at the instance',
    attack: 'An attacker sends users from a link with your name to a page of their own, such as a copy of your login.',
    fix: 'Accept only a redirect that begins with one slash and has no backslash and no control characters.',
    run: foreignRedirect,
  },
];

async function withoutState({ portal, instance }: Check) {
  const [user, browser] = [portal.addUser(), new Browser()];
  const code = portal.addCode(user);
  await browser.visit(instance.connectUrl({ code }));
  const isRedeemed = portal.redemptions(code) > 0;
  return expectThat(!isRedeemed && !(await instance.isLoggedIn(browser, user)), 'The instance redeemed the code.');
}

/** The attacker starts a login, and gives the victim's browser the URL that completes it. */
async function plantLogin({ portal, instance }: Check, victim: Browser) {
  const attacker = portal.addUser();
  const { completeUrl } = await instance.startLogin(attacker);
  await victim.visit(completeUrl);
  return expectThat(!(await instance.isLoggedIn(victim, attacker)), 'The other browser is logged in.');
}

async function otherWorkspaceId({ portal, instance }: Check) {
  if (instance.options.servesAnyWorkspace) return notChecked('--any-workspace: the instance serves every workspace.');
  const [user, browser] = [portal.addUser(), new Browser()];
  const code = portal.addCode(user, null, otherId);
  const first = await browser.visit(instance.connectUrl({ code, workspaceId: otherId }));
  const location = first.headers.get('location') ?? '';
  const go = location.startsWith(`${portal.url}/workspaces/`) ? await portal.go(location, user) : '';
  const state = go.startsWith(instance.options.url) ? new URL(go).searchParams.get('state') : null;
  if (state !== null) {
    const second = portal.addCode(user, state, otherId);
    await browser.visit(instance.connectUrl({ code: second, state, workspaceId: otherId }));
  }
  return expectThat(!(await instance.isLoggedIn(browser, user)), 'The browser is logged in.');
}

/** Also what browsers and parsers of URLs turn into `//`. */
const foreignRedirects = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  '/\t/evil.example/',
  '/\r\n/evil.example/',
  '/.//evil.example/',
  ' //evil.example/',
];

async function foreignRedirect({ portal, instance }: Check) {
  const { origin } = new URL(instance.options.url);
  for (const redirect of foreignRedirects) {
    const { response } = await instance.enter(portal.addUser(), { redirect });
    const location = response.headers.get('location');
    if (location !== null && new URL(location, response.url).origin !== origin)
      return expectThat(false, `The redirect ${JSON.stringify(redirect)} led to ${location}.`);
  }
  return expectThat(true, '');
}
