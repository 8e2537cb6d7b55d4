import { setTimeout as sleep } from 'node:timers/promises';
import { LoginSecurity, SecondFactorPage, WhoamiUser, requestUlidHeader } from '@portal/contract';
import { ulid } from 'ulid';
import { runCommand } from '../../../support/programs.ts';
import { testEnvironment } from '../../../support/api.ts';
import { startReplica } from '../../../support/api-process.ts';
import { Browser } from '../../../support/browser.ts';
import { startLoginStack, type LoginStack } from '../../../support/login-stack.ts';
import { pollUntil } from '../../../support/polling.ts';

// With the emulator of Auth0, from the login to the page.

let stack: LoginStack;
beforeAll(async () => {
  stack = await startLoginStack();
});
afterEach(() => stack.setScenario('normal'));
afterAll(() => stack.close());

const portal = 'http://localhost:9000';
const member = { email: 'member@example.com', password: 'Correct-horse-1' };

async function logInAgain(browser = new Browser()) {
  const form = await browser.follow(`${stack.url}/auth/login`, portal);
  const { url } = form.url.startsWith(portal) ? form : await browser.follow(form.url, portal, member);
  expect(url).toBe(`${portal}/login-success`);
  return browser;
}

async function call(browser: Browser, method: string, path: string): Promise<unknown> {
  const { user } = WhoamiUser.parse(await (await browser.open(`${stack.url}/whoami`)).json());
  const cookies = Object.entries(browser.cookiesOf('portal-session'));
  const response = await fetch(`${stack.url}/users/${user.id}/${path}`, {
    method,
    headers: {
      cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; '),
      referer: `${portal}/`,
      [requestUlidHeader]: ulid(),
    },
  });
  expect(response.status).toBe(200);
  return response.json();
}

const stateOf = async (browser: Browser) =>
  LoginSecurity.parse(await call(browser, 'GET', 'login-security')).secondFactor.state;

it('a second factor is set up by the page of the provider, and on from the next login that had it', async () => {
  const browser = await logInAgain();
  expect(await stateOf(browser)).toBe('off');
  const { url } = SecondFactorPage.parse(await call(browser, 'POST', 'second-factor'));
  const enrolled = await fetch(url.replace(/\?.*/, ''), {
    method: 'POST',
    body: new URLSearchParams({ ticket: new URL(url).searchParams.get('ticket') ?? '' }),
  });
  expect(enrolled.status).toBe(200);
  expect(await stateOf(browser)).toBe('set-up');
  const another = await logInAgain();
  expect(await stateOf(another)).toBe('on');
  // The provider remembers the login, and its ID token says nothing of the second factor.
  expect(await stateOf(await logInAgain(another))).toBe('on');
  await stack.setScenario('mfa_not_asked');
  // `auth_time` is in whole seconds.
  await sleep(1_100);
  expect(await stateOf(await logInAgain())).toBe('set-up');
});

it('the email of the provider leads to a page where the password is changed', async () => {
  const browser = await logInAgain();
  expect(await call(browser, 'POST', 'password-change')).toEqual({ email: member.email });
  let links: string[] = [];
  for (let attempt = 0; attempt < 100 && links.length === 0; attempt++) {
    await sleep(100);
    const messages = (await (await fetch(`${stack.mailUrl}/api/messages?to=${member.email}`)).json()) as {
      text: string;
    }[];
    links = messages.flatMap(({ text }) => /http\S+reset-password\S+/.exec(text)?.[0] ?? []);
  }
  expect(await (await fetch(links[0] ?? '')).text()).toContain('Choose a new password');
});

describe('the log of an API that starts', () => {
  /** Starts the API, and returns its warnings once there is one with this text. */
  async function warningsOf(text: string, environment: Record<string, string> = {}) {
    const started = await startReplica(stack.api, environment);
    const warnings = () => started.lines.filter((line) => line.includes('"severity_text":"WARN"'));
    await pollUntil(
      () => Promise.resolve(warnings()),
      (lines) => lines.some((line) => line.includes(text)),
    );
    await started.stop();
    return warnings().map((line) => (JSON.parse(line) as { body: string }).body);
  }

  it('names each missing permission once, with what does not work', async () => {
    await stack.setScenario('management_no_tickets');
    const warnings = await warningsOf('Missing at Auth0');
    expect(warnings.filter((warning) => warning.startsWith('Missing at Auth0'))).toEqual([
      'Missing at Auth0: create:guardian_enrollment_tickets. Users cannot turn on a second factor on the page Login and security.',
    ]);
  });

  it('says that the permissions could not be checked, and the API starts all the same', async () => {
    const warnings = await warningsOf('could not be checked', { AUTH0_URL: 'http://127.0.0.1:1' });
    expect(warnings).toContain('permissions at Auth0 could not be checked; the command auth0 check does it again');
  });
});

describe('the command auth0 check', () => {
  const check = () =>
    runCommand('src/cli/auth0.ts', ['check'], {
      ...testEnvironment,
      DATABASE_URL: 'postgresql://127.0.0.1:1/none',
      SIGNING_KEYS_DIR: '/nowhere',
      AUTH0_URL: stack.providerUrl,
    });

  it('prints each missing permission with what does not work', async () => {
    expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining('has all permissions') as string });
    await stack.setScenario('management_no_tickets');
    const { code, out } = await check();
    expect([code, out]).toEqual([
      1,
      'Missing at Auth0: create:guardian_enrollment_tickets. Users cannot turn on a second factor on the page Login and security.\n',
    ]);
  });
});
