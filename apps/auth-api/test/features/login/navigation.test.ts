import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { embeddings, crossOriginReferers, navigationFrom } from '../../support/fetch-metadata.ts';
import { buttonLink } from '../../support/browser.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ AUTH0_URL: 'https://auth.test' });
});
afterAll(() => api.close());

async function startSession() {
  const credentials = await logIn(api, await makeUser(api));
  return {
    logOut: (headers: Readonly<Record<string, string>>, query = '') =>
      api.send('GET', `/auth/logout${query}`, credentials).unset('Referer').set(headers).redirects(0),
    isLoggedIn: async () => (await api.send('GET', '/whoami', credentials)).status === 200,
  };
}

const startLogin = (headers: Readonly<Record<string, string>>, query = '') =>
  api.send('GET', `/auth/login${query}`).unset('Referer').set(headers).redirects(0);

describe('a logout', () => {
  it.each(Object.entries(embeddings))('requested by %s leaves the user logged in', async (_title, headers) => {
    const { logOut, isLoggedIn } = await startSession();
    const response = await logOut(headers);
    expect([response.status, response.headers['set-cookie']]).toEqual([200, undefined]);
    expect(response.text).toContain('Do you want to log out?');
    expect(response.text).toContain('You stay logged in unless you confirm.');
    expect(response.text).toContain('>Log out</');
    expect(await isLoggedIn()).toBe(true);
  });

  it('by a navigation from another site needs a confirmation', async () => {
    const { logOut, isLoggedIn } = await startSession();
    const response = await logOut(navigationFrom('cross-site'));
    expect(response.status).toBe(200);
    expect(await isLoggedIn()).toBe(true);
    expect(buttonLink(response.text)).toBe('http://localhost:9001/auth/logout');
    expect((await logOut(navigationFrom('same-origin'))).status).toBe(303);
    expect(await isLoggedIn()).toBe(false);
  });

  it.each(['same-site', 'none'] as const)('by the user’s own navigation (%s) logs out', async (site) => {
    const { logOut, isLoggedIn } = await startSession();
    expect((await logOut(navigationFrom(site))).status).toBe(303);
    expect(await isLoggedIn()).toBe(false);
  });

  it('that the portal wants confirmed shows a page that also links back to the portal', async () => {
    const { logOut, isLoggedIn } = await startSession();
    const response = await logOut(navigationFrom('same-site'), '?confirm=1');
    expect([response.status, response.headers['set-cookie']]).toEqual([200, undefined]);
    expect(await isLoggedIn()).toBe(true);
    expect(buttonLink(response.text)).toBe('http://localhost:9001/auth/logout');
    expect(response.text).toContain('<a class="back" href="http://localhost:9000/">Back to the portal</a>');
  });

  it.each([...crossOriginReferers, undefined])(
    'without fetch metadata, from %j, needs a confirmation',
    async (referer) => {
      const { logOut, isLoggedIn } = await startSession();
      expect((await logOut(referer === undefined ? {} : { Referer: referer })).status).toBe(200);
      expect(await isLoggedIn()).toBe(true);
    },
  );

  it.each(['http://localhost:9000/logout', 'http://localhost:9000/', 'http://localhost:9001/'])(
    'without fetch metadata, from our page %s, logs out',
    async (referer) => {
      const { logOut, isLoggedIn } = await startSession();
      expect((await logOut({ Referer: referer })).status).toBe(303);
      expect(await isLoggedIn()).toBe(false);
    },
  );

  it('is confirmed on a page that no site can frame and whose link sends its origin', async () => {
    const { headers } = await (await startSession()).logOut(navigationFrom('cross-site'));
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['referrer-policy']).toBe('strict-origin');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('the link to the provider after a logout', () => {
  it('names the application and where to return', async () => {
    const { logOut } = await startSession();
    const { location = '' } = (await logOut(navigationFrom('none'))).headers;
    const { origin, pathname, searchParams } = new URL(location);
    expect([origin, pathname]).toEqual(['https://auth.test', '/v2/logout']);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'client',
      returnTo: 'http://localhost:9001/auth/logout-callback',
    });
  });
});

describe('the start of a login', () => {
  const countLoginAttempts = () => api.db.loginAttempt.count();

  it.each(Object.entries(embeddings))('requested by %s starts no login', async (_title, headers) => {
    const before = await countLoginAttempts();
    const response = await startLogin(headers);
    expect([response.status, response.headers['set-cookie']]).toEqual([200, undefined]);
    expect(response.headers).not.toHaveProperty('ratelimit');
    expect(await countLoginAttempts()).toBe(before);
  });

  it('by a navigation from another site needs a confirmation, so that it cannot use up the logins of an account', async () => {
    const before = await countLoginAttempts();
    const response = await startLogin(navigationFrom('cross-site'), '?signup=1');
    expect([response.status, response.headers['set-cookie']]).toEqual([200, undefined]);
    expect(response.headers).not.toHaveProperty('ratelimit');
    expect(await countLoginAttempts()).toBe(before);
    expect(buttonLink(response.text)).toBe('http://localhost:9001/auth/login?signup=1');
  });

  it.each(['same-site', 'same-origin', 'none'] as const)(
    'by a navigation (%s) redirects to the identity provider',
    async (site) => {
      const response = await startLogin(navigationFrom(site));
      expect([response.status, response.headers.location]).toEqual([
        303,
        expect.stringMatching(/^https:\/\/auth\.test\/authorize\?/),
      ]);
    },
  );

  it('without fetch metadata, from another site, continues by a link on our page', async () => {
    const response = await startLogin({ Referer: 'https://evil.example/' }, '?signup=1&fresh=evil');
    expect(response.status).toBe(200);
    expect(buttonLink(response.text)).toBe('http://localhost:9001/auth/login?signup=1');
    for (const text of ['Continue to log in?', 'A link or another site opened this page.', '>Log in</'])
      expect(response.text).toContain(text);
    expect((await startLogin({ Referer: 'http://localhost:9001/' }, '?signup=1')).status).toBe(303);
  });

  it.each([
    ['', ''],
    ['?fresh=1', '?fresh=1'],
    ['?fresh=0&signup=0', ''],
    ['?invitation=a%2Bb', '?invitation=a%2Bb'],
  ])('%j is kept by the confirmation page as %j', async (query, kept) => {
    const response = await startLogin({ Referer: 'https://evil.example/' }, query);
    expect(buttonLink(response.text)).toBe(`http://localhost:9001/auth/login${kept}`);
  });
});
