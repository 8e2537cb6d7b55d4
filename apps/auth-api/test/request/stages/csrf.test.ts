import { ErrorBody, calls, apiErrors, requestUlidHeader, type Call, type ErrorType } from '@portal/contract';
import type { Response, Test } from 'supertest';
import { ulid } from 'ulid';
import { createFixture, pathOf } from '../../support/actors.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { navigationFrom } from '../../support/fetch-metadata.ts';
import { unchangedDatabase, type SentRequests } from '../../support/database-fingerprint.ts';
import { validBodies } from '../../support/valid-input.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const { sendAll } = unchangedDatabase(() => api);

/** Origins that resemble those of the portal or the API, but differ. */
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

type ForgeRequest = (test: Test, body: object) => Test;
type Forgery = readonly [what: string, type: ErrorType, forge: ForgeRequest];

const withHeader = (name: string, value: string): ForgeRequest => {
  return (test, body) => test.set(name, value).send(body);
};

/** Requests that another site, or a form injected into our pages, could make a browser send, with the error type. */
const forgeries: readonly Forgery[] = [
  ...foreignOrigins.map((origin): Forgery => {
    return [`the origin ${origin}`, 'CrossSiteRequest', withHeader('Origin', origin)];
  }),
  ...['cross-site', 'none', 'Same-Origin'].map((site): Forgery => {
    return [`the fetch metadata ${site}`, 'CrossSiteRequest', withHeader('Sec-Fetch-Site', site)];
  }),
  ['no ULID header', 'RequestIdMissing', (test, body) => test.unset(requestUlidHeader).send(body)],
  ['a ULID header that is no ULID', 'RequestIdMissing', withHeader(requestUlidHeader, `x${ulid()}`)],
  ['text/plain', 'UnsupportedMediaType', (test, body) => test.type('text/plain').send(JSON.stringify(body))],
  [
    'a url-encoded form',
    'UnsupportedMediaType',
    (test) => test.type('application/x-www-form-urlencoded').send('isFavourite=true'),
  ],
  ['a multipart form', 'UnsupportedMediaType', (test) => test.field('isFavourite', 'true')],
];

// Calls that no cookie authorizes and that set none cannot be forged.
const changingCalls = Object.entries<Call>(calls).filter(
  ([, call]) => call.method !== 'GET' && (call.setsCookie || !['anyone', 'webhook'].includes(call.access.who)),
);

describe.each(changingCalls)('%s', (name, call) => {
  let sent: SentRequests<string, Response>;
  beforeAll(async () => {
    sent = await sendAll(
      forgeries.map(([what, , forge]) => [
        what,
        'owner',
        (fixture) => {
          const path = pathOf(call, fixture);
          const body = validBodies[name]?.(fixture, api.services.legal.currentVersionId) ?? { requestUlid: ulid() };
          return forge(api.send(call.method, path, fixture.credentials), body);
        },
      ]),
    );
  });

  it.each(forgeries)('rejects %s as %s and writes nothing', (what, type) => {
    const response = sent.expectUnchanged(what);
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([apiErrors[type].status, type]);
  });
});

describe('cross-site protection', () => {
  it('accepts the portal itself', async () => {
    const fixture = await createFixture(api, 'owner');
    const response = await api
      .send('PATCH', `/workspaces/${fixture.workspace.id}/favourite`, fixture.credentials)
      .set('Origin', 'http://localhost:9000')
      .set('Sec-Fetch-Site', 'same-site')
      .send({ isFavourite: true, requestUlid: ulid() });
    expect(response.status).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBe('http://localhost:9000');
    expect(response.headers['access-control-allow-credentials']).toBe('true');
  });

  it.each(['same-site', 'same-origin'])('accepts the fetch metadata %s', async (site) => {
    const fixture = await createFixture(api, 'owner');
    const response = await api
      .send('PATCH', `/workspaces/${fixture.workspace.id}/favourite`, fixture.credentials)
      .set('Origin', 'http://localhost:9001')
      .set('Sec-Fetch-Site', site)
      .send({ isFavourite: true, requestUlid: ulid() });
    expect(response.status).toBe(200);
  });

  it('never lets another origin read a response', async () => {
    const fixture = await createFixture(api, 'owner');
    const response = await api.send('GET', '/whoami', fixture.credentials).set('Origin', 'https://evil.example');
    expect(response.headers['access-control-allow-origin']).not.toBe('https://evil.example');
  });

  it('does not log out when another site requests it', async () => {
    const fixture = await createFixture(api, 'owner');
    const response = await api.send('GET', '/auth/logout', fixture.credentials).set(navigationFrom('cross-site'));
    expect([response.status, response.type]).toEqual([200, 'text/html']);
    expect(response.text).toContain('Do you want to log out?');
    expect((await api.send('GET', '/whoami', fixture.credentials)).status).toBe(200);
  });

  // Without fetch metadata, the referrer says which page a navigation comes from.
  it.each([
    'https://evil.example/',
    'http://localhost:9000.evil.example/',
    'http://localhost:90001/',
    'http://sub.localhost:9000/',
    'http://localhost:9000@evil.example/',
    'https://evil.example/http://localhost:9000/',
    'localhost:9000',
    'not a url',
    'null',
  ])('does not log out if the referrer is %s', async (referer) => {
    const fixture = await createFixture(api, 'owner');
    const response = await api.send('GET', '/auth/logout', fixture.credentials).set('Referer', referer);
    expect([response.status, response.type]).toEqual([200, 'text/html']);
    expect((await api.send('GET', '/whoami', fixture.credentials)).status).toBe(200);
  });

  it.each(['http://localhost:9000/profile?tab=1', 'http://localhost:9001/docs'])(
    'logs out if the referrer is our page %s',
    async (referer) => {
      const fixture = await createFixture(api, 'owner');
      const response = await api.send('GET', '/auth/logout', fixture.credentials).set('Referer', referer).redirects(0);
      expect(response.status).toBe(303);
      expect((await api.send('GET', '/whoami', fixture.credentials)).status).toBe(401);
    },
  );
});
