import { createHash } from 'node:crypto';
import { calls, apiErrors } from '@portal/contract';
import request from 'supertest';
import { createApp } from '../../../src/app.ts';
import { taskOf } from '../../../src/features/openapi/tasks.ts';
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

  it('lists calls by their tasks, and links to the portal', () => {
    const { PORTAL_URL, PRODUCT_NAME } = api.services.settings;
    expect(html).toContain('<a href="#rotateauthtoken">Rotate an API token</a></li>');
    expect(html).toContain(`<a class="back" href="${PORTAL_URL}/workspaces">← Back to ${PRODUCT_NAME}</a>`);
    const tasks = Object.keys(calls).map((name) => taskOf(name) ?? '');
    expect(tasks.filter((task) => !/^[A-Z].{5,42}\w$/.test(task))).toEqual([]);
    expect(new Set(tasks).size).toBe(tasks.length);
    expect(taskOf('constructor')).toBeUndefined();
  });

  it('links only to its own anchors, and back to the portal', () => {
    const links = allMatches(html, / href="([^"]+)"/g);
    const anchors = allMatches(html, / id="([^"]+)"/g).map((anchor) => `#${anchor}`);
    expect(links.length).toBeGreaterThan(100);
    const portal = `${api.services.settings.PORTAL_URL}/workspaces`;
    expect(links.filter((link) => !anchors.includes(link) && link !== '#content')).toEqual([portal]);
  });

  it('may load only its own style, its own script and our fonts, and sends nothing', async () => {
    const { headers } = await api.send('GET', '/docs');
    expect(headers['content-security-policy']).toMatch(
      /^sandbox allow-scripts; default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const [script = '', ...others] = allMatches(html, /<script>([^]*?)<\/script>/g);
    expect(others).toEqual([]);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`);
    expect(html).not.toMatch(/<(?:script |link|img|iframe)|style="|@import|url\((?!\/fonts\/)/);
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
