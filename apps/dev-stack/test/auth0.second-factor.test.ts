import { decodeJwt } from 'jose';
import { Browser } from '../src/demo/browser.ts';
import { logIn, loginRequest, managementToken, redeem, startLoginStack } from './login-stack.ts';

let stack: Awaited<ReturnType<typeof startLoginStack>>;
let url: string;
beforeAll(async () => {
  stack = await startLoginStack();
  url = stack.url;
});
afterAll(() => stack.stop());
afterEach(() => choose('normal'));

const email = 'member@example.com';
const memberId = 'auth0|5f1d3c0a9b7e4d2c8a6f0001';

const choose = (name: string) =>
  fetch(`${url}/_test/scenario`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });

async function amrOf({ query, verifier }: { query: URLSearchParams; verifier: string }) {
  const tokens = (await (await redeem(url, query.get('code') ?? '', verifier)).json()) as { id_token: string };
  return decodeJwt(tokens.id_token)['amr'];
}

const amrOfLogin = async (browser = new Browser()) => amrOf(await logIn(url, email, {}, browser));

async function amrOfRememberedLogin(browser: Browser) {
  const { address, verifier } = loginRequest(url);
  const page = await browser.follow(await browser.get(address));
  return amrOf({ query: new URL(page.url).searchParams, verifier });
}

async function enroll() {
  const { access_token: token } = (await (await managementToken(url)).json()) as { access_token: string };
  const ticket = await fetch(`${url}/api/v2/guardian/enrollments/ticket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: memberId }),
  });
  const { ticket_url: link } = (await ticket.json()) as { ticket_url: string };
  const browser = new Browser();
  expect(await (await browser.get(link)).text()).toContain('Set up a second factor');
  const page = await browser.post(`${url}/guardian/enroll`, { ticket: new URL(link).searchParams.get('ticket') ?? '' });
  expect(await page.text()).toContain('http://portal.test/security');
}

it('the ID token says that a login had a second factor, and the one of a remembered login does not', async () => {
  expect(await amrOfLogin()).toBeUndefined();
  await enroll();
  const browser = new Browser();
  expect(await amrOfLogin(browser)).toEqual(['mfa']);
  expect(await amrOfRememberedLogin(browser)).toBeUndefined();
  await choose('mfa_not_asked');
  expect(await amrOfLogin()).toBeUndefined();
});

it('the page of accounts shows a second factor and removes it', async () => {
  await enroll();
  const page = async () => (await fetch(url)).text();
  expect(await page()).toContain('Remove factor');
  await fetch(`${url}/account`, {
    method: 'POST',
    body: new URLSearchParams({ account: memberId, change: 'remove-factor' }),
  });
  expect(await page()).not.toContain('Remove factor');
  expect(await amrOfLogin()).toBeUndefined();
});
