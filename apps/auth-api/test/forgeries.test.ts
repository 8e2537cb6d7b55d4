import { ProblemBody, calls, requestIdHeader } from '@portal/contract';
import type { Test } from 'supertest';
import { ulid } from 'ulid';
import { stage } from './support/actors.ts';
import { startApi, type TestApi } from './support/api.ts';
import { unchanged } from './support/unchanged.ts';
import { validBodies } from './support/valid-bodies.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const unchangedBy = unchanged(() => api);

/** What another site, or a page of ours that a form was smuggled into, could make a browser send. */
const forgeries: Readonly<Record<string, (test: Test, body: object) => Test>> = {
  'a foreign Origin': (test, body) => test.set('Origin', 'https://evil.example').send(body),
  'an opaque Origin': (test, body) => test.set('Origin', 'null').send(body),
  'cross-site fetch metadata': (test, body) => test.set('Sec-Fetch-Site', 'cross-site').send(body),
  'no request-id header': (test, body) => test.unset(requestIdHeader).send(body),
  'text/plain': (test, body) => test.type('text/plain').send(JSON.stringify(body)),
  'a url-encoded form': (test) => test.type('application/x-www-form-urlencoded').send('isFavourite=true'),
  'a multipart form': (test) => test.field('isFavourite', 'true'),
};

// What no cookie authorises can't be forged: these calls never look at one.
const changing = Object.entries(calls).filter(
  ([, call]) => call.method !== 'GET' && !['anyone', 'webhook'].includes(call.access.who),
);

describe.each(changing)('%s', (name, call) => {
  it.each(Object.entries(forgeries))('refuses %s and writes nothing', async (_label, forge) => {
    const response = await unchangedBy('owner', (on) => {
      const path = call.path
        .replace(':userId', on.subject.id)
        .replace(':workspaceId', on.workspace.id)
        .replace(':tokenId', on.tokenId);
      const body = validBodies[name]?.(on, api.services.legal.currentVersionId) ?? { requestUlid: ulid() };
      return forge(api.send(call.method, path, on.proof), body);
    });
    expect(['CrossSiteRequest', 'RequestIdMissing', 'UnsupportedMediaType']).toContain(
      ProblemBody.parse(response.body).error.type,
    );
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

  it('never lets another origin read an answer', async () => {
    const on = await stage(api, 'owner');
    const response = await api.send('GET', '/whoami', on.proof).set('Origin', 'https://evil.example');
    expect(response.headers['access-control-allow-origin']).not.toBe('https://evil.example');
  });

  it('does not log out when another site asks for it', async () => {
    const on = await stage(api, 'owner');
    const response = await api.send('GET', '/auth/logout', on.proof).set('Sec-Fetch-Site', 'cross-site');
    expect([response.status, response.type]).toEqual([200, 'text/html']);
    expect(response.text).toContain('Do you want to log out?');
    expect((await api.send('GET', '/whoami', on.proof)).status).toBe(200);
  });
});
