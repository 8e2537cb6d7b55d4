import { sessionCookieName } from '../../../src/request/auth/session-cookie.ts';
import { Browser, buttonLink } from '../../support/browser.ts';
import { startLoginStack, type LoginStack } from '../../support/login-stack.ts';

let stack: LoginStack;
beforeAll(async () => {
  stack = await startLoginStack();
});
afterAll(() => stack.close());

const portal = 'http://localhost:9000';
const member = { email: 'member@example.com', password: 'Correct-horse-1' };

/** Opens the login form of the provider, as the login button of the portal does. */
const openLoginForm = (browser: Browser) => browser.follow(`${stack.url}/auth/login`, portal);
const sessionOf = (browser: Browser) => browser.cookie(sessionCookieName(stack.api.services.settings));

describe('a login that the provider refuses', () => {
  afterEach(() => stack.setScenario('normal'));

  async function refuse(...scenario: Parameters<LoginStack['setScenario']>) {
    const browser = new Browser();
    const form = await openLoginForm(browser);
    await stack.setScenario(...scenario);
    const { response } = await browser.follow(form.url, portal, member);
    return { status: response?.status, page: (await response?.text()) ?? '', browser };
  }

  // `api.access.deny(reason)`: https://auth0.com/docs/customize/actions. The codes of `mfa_required` and `unauthorized`:
  // https://auth0.com/docs/libraries/error-messages
  it.each([
    ['action_denies', '“This app is only available during the week.” Contact support.'],
    ['mfa_required', '“Multifactor authentication required”. Contact support.'],
    ['consent_required', '“Consent required”. Contact support.'],
  ] as const)('because of %s says so, with the reason of the provider', async (name, reason) => {
    const { status, page, browser } = await refuse(name);
    expect([status, page]).toEqual([403, expect.stringContaining('The login was refused')]);
    expect(page).toContain(`refused this login: ${reason}`);
    expect(page).toMatch(/href="mailto:[^"]+"/);
    expect(sessionOf(browser)).toBeUndefined();
  });

  it('shows the reason as plain text without links', async () => {
    const { page } = await refuse('action_denies', { description: '<b>Call</b> https://evil.example/help' });
    expect(page).toContain('“&lt;b&gt;Call&lt; b&gt; https evil. example help”');
  });

  it('because the user is blocked says so', async () => {
    // https://community.auth0.com/t/how-to-customize-error-message-returned-to-application-callback-endpoint/124408
    const change = (value: string) =>
      fetch(`${stack.providerUrl}/account`, {
        method: 'POST',
        body: new URLSearchParams({ account: 'auth0|5f1d3c0a9b7e4d2c8a6f0001', change: value }),
      });
    await change('block');
    const { status, page } = await refuse('normal');
    await change('unblock');
    expect([status, page]).toEqual([403, expect.stringContaining('refused this login: “user is blocked”')]);
  });

  it('offers a login with another account, for which the provider asks again', async () => {
    const { page, browser } = await refuse('action_denies');
    const link = buttonLink(page);
    expect(page).toContain('Log in with another account');
    await stack.setScenario('normal');
    const form = await browser.follow(link, portal);
    expect(form.url).toMatch(/\/login$/);
    const staff = { email: 'staff@systeminit.com', password: member.password };
    expect((await browser.follow(form.url, portal, staff)).url).toBe(`${portal}/login-success`);
  });

  it('for which a user who is logged in returns to the page that asked for it', async () => {
    const browser = new Browser();
    const form = await openLoginForm(browser);
    await browser.follow(form.url, portal, member);
    const newLogin = await browser.follow(`${stack.url}/auth/login?fresh=1`, portal);
    await stack.setScenario('action_denies');
    const { response } = await browser.follow(newLogin.url, portal, member);
    const page = (await response?.text()) ?? '';
    expect([response?.status, buttonLink(page)]).toEqual([403, `${portal}/login-success?incomplete=1`]);
    expect(page).not.toMatch(/another account/i);
  });

  // Both codes are errors of the provider itself: RFC 6749, section 4.1.2.1.
  it.each(['server_error', 'temporarily_unavailable'] as const)(
    'because of %s says that the provider answered with an error',
    async (name) => {
      const { status, page } = await refuse(name);
      expect([status, page]).toEqual([503, expect.stringContaining('The login service answered with an error.')]);
    },
  );

  it('at the token endpoint says so, too', async () => {
    const { status, page } = await refuse('token_denied');
    expect([status, page]).toEqual([403, expect.stringContaining('“You are not allowed to use this app.”')]);
  });

  // A rotated client secret: https://auth0.com/docs/get-started/applications/rotate-client-secret
  it('because the token endpoint rejects the client is an error of the set-up, for which support is there', async () => {
    const { status, page } = await refuse('token_client_rejected');
    expect([status, page]).toEqual([500, expect.stringContaining('not set up correctly for each other')]);
    expect(page).toMatch(/href="mailto:[^"]+"/);
  });

  it('because of too many requests at the token endpoint passes on when to try again', async () => {
    const browser = new Browser();
    const form = await openLoginForm(browser);
    await stack.setScenario('token_rate_limited', { retryAfter: 20 });
    const { response } = await browser.follow(form.url, portal, member);
    expect([response?.status, response?.headers.get('retry-after')]).toEqual([503, '20']);
    expect(await response?.text()).toContain('The login service is busy right now.');
  });

  it('shows no reason to a browser that did not start the login', async () => {
    const response = await new Browser().open(
      `${stack.url}/auth/login-callback?error=access_denied&error_description=Call+us+now`,
    );
    const page = await response.text();
    expect([response.status, page]).toEqual([403, expect.stringContaining('The login was refused')]);
    expect(page).not.toContain('Call us now');
  });
});

describe('an ID token of a provider that is not set up for this API', () => {
  afterEach(() => stack.setScenario('normal'));

  async function logInDuring(scenario: Parameters<LoginStack['setScenario']>[0]) {
    const browser = new Browser();
    const form = await openLoginForm(browser);
    await stack.setScenario(scenario);
    return browser.follow(form.url, portal, member);
  }

  // `iss` is the tenant's domain or the custom domain: https://auth0.com/docs/secure/tokens/id-tokens/validate-id-tokens
  it.each(['other_issuer', 'expired'] as const)('(%s) leads to a page that says so', async (scenario) => {
    const { response } = await logInDuring(scenario);
    expect([response?.status, await response?.text()]).toEqual([
      500,
      expect.stringContaining('not set up correctly for each other'),
    ]);
  });

  it.each(['clock_ahead', 'unusual_claims'] as const)('(%s) but usable logs the user in', async (scenario) => {
    expect((await logInDuring(scenario)).url).toBe(`${portal}/login-success`);
  });
});
