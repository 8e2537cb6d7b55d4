import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('an HTML page of the API', () => {
  it('has the mark of the product, and may load nothing but its own style and our fonts', async () => {
    const { text, headers } = await api.send('GET', '/invitation-emails/stop?token=none');
    expect(text).toMatch(/<body>\n<svg [^>]*aria-hidden="true">/);
    expect(text).toMatch(/<link rel="icon" type="image\/svg\+xml" href="data:image\/svg\+xml,/);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; font-src 'self'; img-src data:; base-uri 'none'; form-action '(?:none|self)'; frame-ancestors 'none'$/,
    );
  });

  it('keeps its second link apart from a button, which is a form, and from a link', async () => {
    const { text } = await api.send('GET', '/invitation-emails/stop?token=none');
    expect(text).toContain('margin-inline:12px');
    expect(text).toContain('form+a.back{margin-left:0}');
    expect(text).not.toContain('}a.back{margin-left:0}');
  });

  it.each(['inter', 'jetbrains-mono'])(
    'uses the font %s, which the API serves to anyone and browsers keep',
    async (name) => {
      const path = `/fonts/${name}.woff2`;
      const page = await api.send('GET', '/invitation-emails/stop?token=none');
      expect(page.text).toContain(`url(${path})`);
      const response = await api.send('GET', path).buffer(true);
      expect([response.status, response.type, response.headers['cache-control']]).toEqual([
        200,
        'font/woff2',
        'public, max-age=2592000',
      ]);
      expect((response.body as Buffer).subarray(0, 4).toString()).toBe('wOF2');
    },
  );

  it('has no other file', async () => {
    expect((await api.send('GET', '/fonts/..%2Fpackage.json')).status).toBe(404);
  });
});
