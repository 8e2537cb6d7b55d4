import { calls, apiErrors } from '@portal/contract';
import request from 'supertest';
import { createApp } from '../../../src/app.ts';
import { headingAnchor } from '../../../src/features/openapi/reference/markdown.ts';
import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
let html: string;
beforeAll(async () => {
  api = await startApi();
  html = (await api.send('GET', '/docs')).text;
});
afterAll(() => api.close());

const allMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match);

describe('the reference page', () => {
  it('describes every call and every error type at an anchor of its own', () => {
    const anchors = allMatches(html, / id="([^"]+)"/g);
    expect(anchors).toEqual(
      expect.arrayContaining([...Object.keys(calls), ...Object.keys(apiErrors)].map(headingAnchor)),
    );
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it('links only to its own anchors', () => {
    const links = allMatches(html, / href="([^"]+)"/g);
    const anchors = allMatches(html, / id="([^"]+)"/g).map((anchor) => `#${anchor}`);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
  });

  it('may load only its own style and our fonts, and loads nothing else', async () => {
    const { headers } = await api.send('GET', '/docs');
    expect(headers['content-security-policy']).toMatch(
      /^sandbox; default-src 'none'; style-src 'sha256-[\w+/=]+'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html).not.toMatch(/<(?:script|link|img|iframe)|style="|@import|url\((?!\/fonts\/)/);
  });

  it('shows the URL of the API that serves it', () => {
    expect(html).toContain(`${api.services.settings.AUTH_API_URL}/whoami`);
    expect(html).not.toContain('auth-api.example.com');
  });

  it('may load its fonts, although its sandbox gives it an origin of its own', async () => {
    const { headers } = await api.send('GET', '/fonts/inter.woff2');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('does not exist unless API_REFERENCE is true', async () => {
    const settings = { ...api.services.settings, API_REFERENCE: false };
    const response = await request(createApp({ ...api.services, settings })).get('/docs');
    expect([response.status, response.type]).toEqual([404, 'application/json']);
  });
});
