import { ProblemBody, calls, problems, requestIdHeader, type ProblemType } from '@portal/contract';
import type { Test } from 'supertest';
import { ulid } from 'ulid';
import { stage } from './support/actors.ts';
import { startApi, type TestApi } from './support/api.ts';
import { navigationFrom } from './support/fetch-metadata.ts';
import { unchanged } from './support/unchanged.ts';
import { validBodies } from './support/valid-bodies.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const unchangedBy = unchanged(() => api);

/** Origins that are not the portal's or the API's own, however alike they look. */
const foreignOrigins = [
  'https://evil.example',
  'null',
  'http://localhost:9000.evil.example',
  'http://localhost:90001',
  'http://evil-localhost:9000',
  'http://sub.localhost:9000',
  'http://localhost:9002',
  'http://localhost',
  'https://localhost:9000',
  'HTTP://LOCALHOST:9000',
  'http://localhost:9000/',
  'http://localhost:9000@evil.example',
  'http://localhost:9000, https://evil.example',
  'http://127.0.0.1:9000',
];

type Forge = (test: Test, body: object) => Test;
type Forgery = readonly [what: string, type: ProblemType, forge: Forge];

const withHeader = (name: string, value: string): Forge => {
  return (test, body) => test.set(name, value).send(body);
};

/** What another site, or a page of ours that a form was smuggled into, could make a browser send, and why it is refused. */
const forgeries: readonly Forgery[] = [
  ...foreignOrigins.map((origin): Forgery => {
    return [`the origin ${origin}`, 'CrossSiteRequest', withHeader('Origin', origin)];
  }),
  ...['cross-site', 'none', 'Same-Origin'].map((site): Forgery => {
    return [`the fetch metadata ${site}`, 'CrossSiteRequest', withHeader('Sec-Fetch-Site', site)];
  }),
  ['no request-id header', 'RequestIdMissing', (test, body) => test.unset(requestIdHeader).send(body)],
  ['a request-id header that is no ULID', 'RequestIdMissing', withHeader(requestIdHeader, `x${ulid()}`)],
  ['text/plain', 'UnsupportedMediaType', (test, body) => test.type('text/plain').send(JSON.stringify(body))],
  [
    'a url-encoded form',
    'UnsupportedMediaType',
    (test) => test.type('application/x-www-form-urlencoded').send('isFavourite=true'),
  ],
  ['a multipart form', 'UnsupportedMediaType', (test) => test.field('isFavourite', 'true')],
];

// What no cookie authorises can't be forged: these calls never look at one.
const changing = Object.entries(calls).filter(
  ([, call]) => call.method !== 'GET' && !['anyone', 'webhook'].includes(call.access.who),
);

describe.each(changing)('%s', (name, call) => {
  it.each(forgeries)('refuses %s as %s and writes nothing', async (_what, type, forge) => {
    const response = await unchangedBy('owner', (on) => {
      const path = call.path
        .replace(':userId', on.subject.id)
        .replace(':workspaceId', on.workspace.id)
        .replace(':tokenId', on.tokenId);
      const body = validBodies[name]?.(on, api.services.legal.currentVersionId) ?? { requestUlid: ulid() };
      return forge(api.send(call.method, path, on.proof), body);
    });
    expect([response.status, ProblemBody.parse(response.body).error.type]).toEqual([problems[type].status, type]);
  });
});

describe('what only looks like a forgery', () => {
  it('admits the portal itself', async () => {
    const on = await stage(api, 'owner');
    const response = await api
      .send('PATCH', `/workspaces/${on.workspace.id}/favourite`, on.proof)
      .set('Origin', 'http://localhost:9000')
      .set('Sec-Fetch-Site', 'same-site')
      .send({ isFavourite: true, requestUlid: ulid() });
    expect(response.status).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBe('http://localhost:9000');
    expect(response.headers['access-control-allow-credentials']).toBe('true');
  });

  it.each(['same-site', 'same-origin'])('admits the fetch metadata %s', async (site) => {
    const on = await stage(api, 'owner');
    const response = await api
      .send('PATCH', `/workspaces/${on.workspace.id}/favourite`, on.proof)
      .set('Origin', 'http://localhost:9001')
      .set('Sec-Fetch-Site', site)
      .send({ isFavourite: true, requestUlid: ulid() });
    expect(response.status).toBe(200);
  });

  it('never lets another origin read an answer', async () => {
    const on = await stage(api, 'owner');
    const response = await api.send('GET', '/whoami', on.proof).set('Origin', 'https://evil.example');
    expect(response.headers['access-control-allow-origin']).not.toBe('https://evil.example');
  });

  it('does not log out when another site asks for it', async () => {
    const on = await stage(api, 'owner');
    const response = await api.send('GET', '/auth/logout', on.proof).set(navigationFrom('cross-site'));
    expect([response.status, response.type]).toEqual([200, 'text/html']);
    expect(response.text).toContain('Do you want to log out?');
    expect((await api.send('GET', '/whoami', on.proof)).status).toBe(200);
  });

  // A browser without fetch metadata tells the page that a navigation comes from by its referrer.
  it.each([
    'https://evil.example/',
    'http://localhost:9000.evil.example/',
    'http://localhost:90001/',
    'http://sub.localhost:9000/',
    'http://localhost:9000@evil.example/',
    'https://evil.example/http://localhost:9000/',
    'localhost:9000',
    'no address',
    'null',
  ])('does not log out when the page before is %s', async (referer) => {
    const on = await stage(api, 'owner');
    const response = await api.send('GET', '/auth/logout', on.proof).set('Referer', referer);
    expect([response.status, response.type]).toEqual([200, 'text/html']);
    expect((await api.send('GET', '/whoami', on.proof)).status).toBe(200);
  });

  it.each(['http://localhost:9000/profile?tab=1', 'http://localhost:9001/docs'])(
    'logs out when the page before is %s, which is ours',
    async (referer) => {
      const on = await stage(api, 'owner');
      const response = await api.send('GET', '/auth/logout', on.proof).set('Referer', referer).redirects(0);
      expect(response.status).toBe(303);
      expect((await api.send('GET', '/whoami', on.proof)).status).toBe(401);
    },
  );
});
