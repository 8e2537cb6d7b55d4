import { startApi, type TestApi } from '../../support/api.ts';

describe('with the API under the path /api of the portal', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ AUTH_API_URL: 'http://localhost:9000/api', API_REFERENCE: 'true' });
  });
  afterAll(() => api.close());

  it('a call has the same response with and without the path', async () => {
    for (const path of ['/api/version', '/version']) {
      const response = await api.send('GET', path);
      expect([response.status, response.body]).toEqual([200, { version: 'development' }]);
    }
    expect((await api.send('GET', '/api')).status).toBe(404);
    expect((await api.send('GET', '/apiversion')).status).toBe(404);
    expect((await api.send('GET', '/api/api/version')).status).toBe(404);
  });

  it('the metadata of the issuer is where RFC 8414 puts it', async () => {
    const metadata = await api.send('GET', '/.well-known/oauth-authorization-server/api');
    expect(metadata.body).toMatchObject({
      issuer: 'http://localhost:9000/api',
      jwks_uri: 'http://localhost:9000/api/.well-known/jwks.json',
    });
    expect((await api.send('GET', '/api/.well-known/jwks.json')).status).toBe(200);
  });

  it('pages, the reference and redirects have addresses under the path', async () => {
    const page = await api.send('GET', '/api/auth/logout').set('Sec-Fetch-Site', 'cross-site');
    expect(page.text).toContain('href="http://localhost:9000/api/auth/logout"');
    expect(page.text).toContain('url(/api/fonts/inter.woff2)');
    expect((await api.send('GET', '/api/fonts/inter.woff2')).status).toBe(200);
    const reference = await api.send('GET', '/api/docs');
    expect(reference.text).toContain('url(/api/fonts/inter.woff2)');
    expect(reference.headers['content-security-policy']).toMatch(/^sandbox allow-scripts; default-src 'none';/);
    const login = await api.send('GET', '/api/auth/login');
    expect(new URL(login.headers['location'] ?? '').searchParams.get('redirect_uri')).toBe(
      'http://localhost:9000/api/auth/login-callback',
    );
  });
});
