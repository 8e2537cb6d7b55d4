import { startApi } from '../../support/api.ts';

/** The cookies that the start of a login sets, by name. */
async function loginCookies(environment: Record<string, string>): Promise<Record<string, string>> {
  const api = await startApi(environment);
  try {
    const response = await api.send('GET', '/auth/login').redirects(0);
    const headers = [response.headers['set-cookie'] ?? []].flat();
    return Object.fromEntries(
      headers.map((header) => {
        const [, name = '', attributes = ''] = /^([^=]+)=[^;]+; (.*)$/.exec(header) ?? [];
        return [name, attributes.replace(/ Expires=[^;]+;/, '')];
      }),
    );
  } finally {
    await api.close();
  }
}

describe('the cookies of a login', () => {
  it('over https are bound to the host, and are never sent over http', async () => {
    const urls = { AUTH_API_URL: 'https://auth.account.localhost', PORTAL_URL: 'https://account.localhost' };
    const secure = 'Path=/; HttpOnly; Secure; SameSite=Lax';
    const api = await startApi(urls);
    const response = await api.send('GET', '/auth/login').set('Referer', 'https://account.localhost/').redirects(0);
    await api.close();
    const headers = [response.headers['set-cookie'] ?? []]
      .flat()
      .map((header) => header.replace(/ Expires=[^;]+;/, ''));
    expect(headers).toEqual([
      expect.stringMatching(new RegExp(`^__Host-portal-login-[0-9A-Z]{26}=[^;]+; Max-Age=3600; ${secure}$`)),
      expect.stringMatching(new RegExp(`^__Host-portal-device=[^;]+; Max-Age=34560000; ${secure}$`)),
    ]);
  });

  it('over http have the port in their name, because cookies ignore it', async () => {
    const attributes = 'Path=/; HttpOnly; SameSite=Lax';
    expect(Object.entries(await loginCookies({}))).toEqual([
      [expect.stringMatching(/^portal-login-9001-[0-9A-Z]{26}$/), `Max-Age=3600; ${attributes}`],
      ['portal-device-9001', `Max-Age=34560000; ${attributes}`],
    ]);
    const withoutPort = await loginCookies({ AUTH_API_URL: 'http://localhost', PORTAL_URL: 'http://localhost:9000' });
    expect(Object.keys(withoutPort)).toEqual([expect.stringMatching(/^portal-login-80-/), 'portal-device-80']);
  });
});
