import { Browser } from '../../support/browser.ts';
import { startLoginStack, type LoginStack } from '../../support/login-stack.ts';

let stack: LoginStack;
beforeAll(async () => {
  stack = await startLoginStack({ RATE_LIMIT_MULTIPLIER: '1', LOGIN_LIMIT_PER_ACCOUNT: '3' });
});
afterAll(() => stack.close());

const portal = 'http://localhost:9000';
const password = 'Correct-horse-1';

async function logIn(email: string, browser = new Browser()) {
  const form = await browser.follow(`${stack.url}/auth/login`, portal);
  return browser.follow(form.url, portal, { email, password });
}

it('an account that logs in too often gets an error page with a link, and another account does not', async () => {
  for (let times = 0; times < 3; times++)
    expect((await logIn('member@example.com')).url).toBe(`${portal}/login-success`);
  const browser = new Browser();
  const { response } = await logIn('member@example.com', browser);
  expect(response?.status).toBe(429);
  expect(Number(response?.headers.get('retry-after'))).toBeGreaterThan(500);
  const page = (await response?.text()) ?? '';
  expect(page).toContain('Too many attempts');
  expect(page).toContain(`<a href="${portal}/login">`);
  expect((await browser.open(`${stack.url}/whoami`)).status).toBe(401);
  expect((await logIn('newcomer@example.com')).url).toBe(`${portal}/login-success`);
});

it('a user who is logged in can log in again to end other sessions, although others filled the limit of the account', async () => {
  const browser = new Browser();
  const email = 'staff@systeminit.com';
  for (let times = 0; times < 3; times++) await logIn(email, times === 0 ? browser : new Browser());
  expect((await logIn(email)).response?.status).toBe(429);
  for (let times = 0; times < 4; times++) {
    const form = await browser.follow(`${stack.url}/auth/login?fresh=1`, portal);
    expect((await browser.follow(form.url, portal, { email, password })).url).toBe(`${portal}/login-success`);
  }
});

it('a canceled login does not count', async () => {
  for (let times = 0; times < 4; times++) {
    const browser = new Browser();
    const form = await browser.follow(`${stack.url}/auth/login`, portal);
    await browser.follow(form.url.replace(/login$/, 'cancel'), portal, {});
  }
  expect((await logIn('newcomer@example.com')).url).toBe(`${portal}/login-success`);
});
