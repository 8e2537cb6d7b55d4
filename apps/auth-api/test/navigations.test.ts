import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';
import { embeddings, foreignReferers, navigationFrom } from './support/fetch-metadata.ts';
import { linkOn } from './support/link-on.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ AUTH0_URL: 'https://auth.test' });
});
afterAll(() => api.close());

async function session() {
  const proof = await logIn(api, await makeUser(api));
  return {
    logOut: (headers: Readonly<Record<string, string>>, query = '') =>
      api.send('GET', `/auth/logout${query}`, proof).unset('Referer').set(headers).redirects(0),
    isLoggedIn: async () => (await api.send('GET', '/whoami', proof)).status === 200,
  };
}

const startLogin = (headers: Readonly<Record<string, string>>, query = '') =>
  api.send('GET', `/auth/login${query}`).unset('Referer').set(headers).redirects(0);

describe('a logout', () => {
  it.each(Object.entries(embeddings))('that %s asks for leaves the user logged in', async (_what, headers) => {
    const { logOut, isLoggedIn } = await session();
    const response = await logOut(headers);
    expect([response.status, response.headers['set-cookie']]).toEqual([200, undefined]);
    expect(response.text).toContain('Do you want to log out?');
    expect(await isLoggedIn()).toBe(true);
  });

  it('that another site navigates to is confirmed first', async () => {
    const { logOut, isLoggedIn } = await session();
    const response = await logOut(navigationFrom('cross-site'));
    expect(response.status).toBe(200);
    expect(await isLoggedIn()).toBe(true);
    expect(linkOn(response.text)).toBe('http://localhost:9001/auth/logout');
    expect((await logOut(navigationFrom('same-origin'))).status).toBe(303);
    expect(await isLoggedIn()).toBe(false);
  });

  it.each(['same-site', 'none'] as const)('that the user navigates to (%s) logs out', async (site) => {
    const { logOut, isLoggedIn } = await session();
    expect((await logOut(navigationFrom(site))).status).toBe(303);
    expect(await isLoggedIn()).toBe(false);
  });

  it('that the portal asks to confirm is confirmed first, on a page that also leads back to the portal', async () => {
    const { logOut, isLoggedIn } = await session();
    const response = await logOut(navigationFrom('same-site'), '?confirm=1');
    expect([response.status, response.headers['set-cookie']]).toEqual([200, undefined]);
    expect(await isLoggedIn()).toBe(true);
    expect(linkOn(response.text)).toBe('http://localhost:9001/auth/logout');
    expect(response.text).toContain('<a class="back" href="http://localhost:9000/">Back to the portal</a>');
  });

  it.each([...foreignReferers, undefined])(
    'without fetch metadata, coming from %j, is confirmed first',
    async (referer) => {
      const { logOut, isLoggedIn } = await session();
      expect((await logOut(referer === undefined ? {} : { Referer: referer })).status).toBe(200);
      expect(await isLoggedIn()).toBe(true);
    },
  );

  it.each(['http://localhost:9000/logout', 'http://localhost:9000/', 'http://localhost:9001/'])(
    'without fetch metadata, coming from our page %s, logs out',
    async (referer) => {
      const { logOut, isLoggedIn } = await session();
      expect((await logOut({ Referer: referer })).status).toBe(303);
      expect(await isLoggedIn()).toBe(false);
    },
  );

  it('asks on a page that no site can frame, and whose link says where it comes from', async () => {
    const { headers } = await (await session()).logOut(navigationFrom('cross-site'));
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['referrer-policy']).toBe('strict-origin');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('the start of a login', () => {
  const logins = () => api.db.loginAttempt.count();

  it.each(Object.entries(embeddings))('that %s asks for starts nothing', async (_what, headers) => {
    const before = await logins();
    const response = await startLogin(headers);
    expect([response.status, response.headers['set-cookie']]).toEqual([200, undefined]);
    expect(response.headers).not.toHaveProperty('ratelimit');
    expect(await logins()).toBe(before);
  });

  it.each(['cross-site', 'same-site', 'same-origin', 'none'] as const)(
    'that the user navigates to (%s) leads to the identity provider',
    async (site) => {
      const response = await startLogin(navigationFrom(site));
      expect([response.status, response.headers.location]).toEqual([
        303,
        expect.stringMatching(/^https:\/\/auth\.test\/authorize\?/),
      ]);
    },
  );

  it('without fetch metadata, coming from elsewhere, goes on by a link of ours', async () => {
    const response = await startLogin({ Referer: 'https://evil.example/' }, '?signup=1&fresh=evil');
    expect(response.status).toBe(200);
    expect(linkOn(response.text)).toBe('http://localhost:9001/auth/login?signup=1');
    expect((await startLogin({ Referer: 'http://localhost:9001/' }, '?signup=1')).status).toBe(303);
  });
});
