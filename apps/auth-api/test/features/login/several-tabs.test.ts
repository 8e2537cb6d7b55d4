import { Browser } from '../../support/browser.ts';
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
const whoami = async (browser: Browser) => browser.open(`${stack.url}/whoami`);

describe('first logins that start at the same time in several tabs', () => {
  /** Opens the login in tabs of a browser without cookies, before any response has set one. */
  async function openTabs(browser: Browser, count: number) {
    const starts = await Promise.all(Array.from({ length: count }, () => browser.open(`${stack.url}/auth/login`)));
    return Promise.all(starts.map((start) => browser.follow(start.headers.get('location') ?? '', portal)));
  }

  it('can all finish, and are of one device', async () => {
    const browser = new Browser();
    const forms = await openTabs(browser, 3);
    for (const form of forms)
      expect((await browser.follow(form.url, portal, member)).url).toBe(`${portal}/login-success`);
    expect((await whoami(browser)).status).toBe(200);
  });

  it('are of one device, also if their callbacks arrive at the same time', async () => {
    const browser = new Browser();
    const callback = `${stack.url}/auth/login-callback`;
    const email = 'several-tabs@example.com';
    const [first] = await openTabs(browser, 1);
    const urls = [
      (await browser.follow((first?.url ?? '').replace(/login$/, 'github'), callback, { email, name: 'Tab' })).url,
      (await browser.follow(`${stack.url}/auth/login`, callback)).url,
      (await browser.follow(`${stack.url}/auth/login`, callback)).url,
    ];
    const responses = await Promise.all(urls.map((url) => browser.open(url)));
    expect(responses.map((response) => response.headers.get('location'))).toEqual(
      urls.map(() => `${portal}/login-success`),
    );
    const user = await stack.api.db.user.findFirstOrThrow({ where: { email } });
    expect(await stack.api.db.knownDevice.count({ where: { userId: user.id } })).toBe(1);
    expect((await whoami(browser)).status).toBe(200);
  });

  it('leave no cookie of a login that has finished, and those of the others', async () => {
    const browser = new Browser();
    const [first, second] = await openTabs(browser, 2);
    const names = () => Object.keys(browser.cookiesOf('portal-login-'));
    expect(names()).toHaveLength(2);
    await browser.follow(first?.url ?? '', portal, member);
    expect(names()).toHaveLength(1);
    await browser.follow(second?.url ?? '', portal, member);
    expect(names()).toEqual([]);
  });

  it('leave about ten cookies, however many start', async () => {
    const browser = new Browser();
    for (let start = 0; start < 15; start += 1) await browser.open(`${stack.url}/auth/login`);
    expect(Object.keys(browser.cookiesOf('portal-login-'))).toHaveLength(10);
    const form = await openLoginForm(browser);
    expect((await browser.follow(form.url, portal, member)).url).toBe(`${portal}/login-success`);
  });
});
