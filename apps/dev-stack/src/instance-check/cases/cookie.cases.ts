import { Browser } from '../browser.ts';
import { expectThat, notChecked, type Case, type Check } from '../check.ts';
import type { PortalUser } from '../portal.ts';

export const cookieCases: readonly Case[] = [
  {
    name: 'cookie.http-only',
    proves: 'Scripts cannot read the cookies of the session and the state',
    attack: 'A script that gets into a page of yours steals the session.',
    fix: 'Set HttpOnly.',
    run: (check) => allHave(check, 'HttpOnly', ['httponly']),
  },
  {
    name: 'cookie.same-site',
    proves: 'Other sites cannot send requests with the session',
    attack: 'A page of another site makes a user’s browser change data at your instance.',
    fix: 'Set SameSite=Lax or Strict.',
    run: (check) => allHave(check, 'SameSite=Lax or Strict', ['samesite=lax', 'samesite=strict']),
  },
  {
    name: 'cookie.secure',
    proves: 'Over HTTPS, cookies are Secure and begin with __Host-',
    attack: 'Another host of your domain sets the cookie, or the network reads it.',
    fix: 'Set Secure and Path=/, no Domain, and begin the name with __Host-.',
    run: isSecure,
  },
  {
    name: 'cookie.without-prefix',
    proves: 'Over HTTPS, a session cookie without __Host- logs no browser in',
    attack: 'Another host of your domain sets the cookie, and so chooses the session of a user’s browser.',
    fix: 'Over HTTPS, read only the cookie with __Host-.',
    run: needsPrefix,
  },
  {
    name: 'cookie.new-at-login',
    proves: 'Each login gives the session another id',
    attack: 'Who had the browser before reads the session of the next user.',
    fix: 'Create a new session id at each login.',
    async run(check) {
      const { portal, instance } = check;
      const browser = await instance.logIn(portal.addUser());
      const before = valuesOf(browser);
      const user = portal.addUser();
      await instance.logIn(user, { browser });
      const names = await sessionCookies(check, browser, user);
      if (names.length === 0) return noCookie;
      const isSame = names.every((name) => before.includes(browser.cookies.get(name)?.value ?? ''));
      return expectThat(!isSame, 'The cookie of the session is the same after the second login.');
    },
  },
  {
    name: 'cookie.planted',
    proves: 'A session id that someone put into the browser is replaced at login',
    attack: 'An attacker puts a cookie into a user’s browser, and has the session after the login.',
    fix: 'Create a new session id at each login.',
    run: plantedCookie,
  },
];

const valuesOf = ({ cookies }: Browser) => [...cookies.values()].map(({ value }) => value);

/** The names of the cookies without which the browser is not logged in. */
async function sessionCookies({ instance }: Check, browser: Browser, user: PortalUser): Promise<string[]> {
  const names: string[] = [];
  for (const name of browser.cookies.keys()) {
    const without = new Browser();
    for (const [other, cookie] of browser.cookies) if (other !== name) without.cookies.set(other, cookie);
    if (!(await instance.isLoggedIn(without, user))) names.push(name);
  }
  return names;
}

/** The cookies of a session, and those that a browser has during the login. */
async function loginCookies(check: Check) {
  const user = check.portal.addUser();
  const { browser, completeUrl } = await check.instance.startLogin(user);
  const cookies = [...browser.cookies];
  await browser.visit(completeUrl);
  const names = await sessionCookies(check, browser, user);
  return names.length === 0 ? [] : [...cookies, ...[...browser.cookies].filter(([name]) => names.includes(name))];
}

const noCookie = notChecked('The session is in no cookie.');

async function allHave(check: Check, attribute: string, values: readonly string[]) {
  const cookies = await loginCookies(check);
  if (cookies.length === 0) return noCookie;
  const without = cookies.filter(([, { attributes }]) => !attributes.some((each) => values.includes(each)));
  return expectThat(without.length === 0, `Without ${attribute}: ${without.map(([name]) => name).join(', ')}.`);
}

const isHttps = ({ instance }: Check) => instance.options.url.startsWith('https:');
const needsHttps = notChecked('The URL of the instance is not HTTPS.');

async function isSecure(check: Check) {
  if (!isHttps(check)) return needsHttps;
  const cookies = await loginCookies(check);
  if (cookies.length === 0) return noCookie;
  const weak = cookies.filter(
    ([name, { attributes }]) => !name.startsWith('__Host-') || !attributes.includes('secure'),
  );
  return expectThat(weak.length === 0, `Not Secure with __Host-: ${weak.map(([name]) => name).join(', ')}.`);
}

async function needsPrefix(check: Check) {
  if (!isHttps(check)) return needsHttps;
  const user = check.portal.addUser();
  const browser = await check.instance.logIn(user);
  const names = await sessionCookies(check, browser, user);
  if (names.length === 0) return noCookie;
  if (!names.every((name) => name.startsWith('__Host-'))) return notChecked('The cookie does not begin with __Host-.');
  const planted = new Browser();
  for (const [name, cookie] of browser.cookies) planted.cookies.set(name.replace('__Host-', ''), cookie);
  return expectThat(!(await check.instance.isLoggedIn(planted, user)), 'The browser is logged in.');
}

async function plantedCookie(check: Check) {
  const { portal, instance } = check;
  const user = portal.addUser();
  const names = await sessionCookies(check, await instance.logIn(user), user);
  if (names.length === 0) return noCookie;
  const [victim, attacker] = [new Browser(), new Browser()];
  for (const { cookies } of [victim, attacker])
    for (const name of names) cookies.set(name, { value: 'cGxhbnRlZC1ieS10aGUtYXR0YWNrZXI', attributes: [] });
  await instance.logIn(user, { browser: victim });
  return expectThat(!(await instance.isLoggedIn(attacker, user)), 'The planted session id is logged in.');
}
