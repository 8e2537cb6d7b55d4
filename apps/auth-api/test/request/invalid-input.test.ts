/** @takes 15 s */
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ErrorBody, calls, requestUlidHeader, type Call } from '@portal/contract';
import { ulid } from 'ulid';
import { requestTypeOf } from '../../src/features/openapi/operations.ts';
import { createFixture, pathOf } from '../support/actors.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { recordStatements } from '../support/recorded-statements.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from '../support/builders.ts';
import { withinTimeLimit } from '../support/time-limit.ts';
import { validBodies } from '../support/valid-input.ts';

let api: TestApi;
/** An API with a tenth of the production rate limits. `replica` shares its database. */
let limited: TestApi;
let replica: TestApi;
beforeAll(async () => {
  api = await startApi();
  limited = await startApi({ RATE_LIMIT_MULTIPLIER: '0.1', TRUSTED_PROXIES: '1' });
  const { DATABASE_URL } = limited.services.settings;
  replica = await startApi({ RATE_LIMIT_MULTIPLIER: '0.1', TRUSTED_PROXIES: '1', DATABASE_URL });
});
afterAll(async () => {
  await replica.close();
  await limited.close();
  await api.close();
});

/** The status of the response to a request whose body never arrives. */
async function statusBeforeBody(
  at: TestApi,
  path: string,
  headers: Record<string, string | undefined>,
): Promise<number> {
  const server = createServer(at.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = {
    ...headers,
    [requestUlidHeader]: ulid(),
    'Content-Type': 'application/json',
    'Content-Length': '1000',
  };
  const request = httpRequest({ port, method: 'POST', path, headers: sent });
  request.flushHeaders();
  try {
    const [response] = (await once(request, 'response', { signal: AbortSignal.timeout(5_000) })) as [IncomingMessage];
    return response.statusCode ?? 0;
  } finally {
    request.on('error', () => undefined).destroy();
    server.close();
  }
}

const errorOf = ({ body }: { body: unknown }) => ErrorBody.parse(body).error;

describe('a body with 100 KB of combining characters', () => {
  const marks = `a${'\u0301\u0323'.repeat(25_000)}`.slice(0, 49_000);
  const withTexts = Object.entries(calls).flatMap(([name, call]: [string, Call]) => {
    const shape = (call.body as { shape?: object } | undefined)?.shape;
    return shape ? [[name, call, Object.keys(shape)] as const] : [];
  });

  it.each(withTexts)('is handled by %s within 250 ms, whichever field contains it', async (name, call, fields) => {
    const fixture = await createFixture(api, call.access.who === 'staff' ? 'staff' : 'owner');
    const path = pathOf(call, fixture);
    const valid = validBodies[name]?.(fixture, api.services.legal.currentVersionId) ?? {};
    await api.send('GET', '/whoami', fixture.credentials);
    for (const field of fields) {
      const body = { ...valid, [field]: marks };
      const sent = api.send(call.method, path, fixture.credentials).type(requestTypeOf(call)).send(body);
      const response = await withinTimeLimit(250, () => sent);
      expect(response.status).toBeLessThan(500);
    }
  });

  it('is also rejected as a search term', async () => {
    const { credentials } = await createFixture(api, 'staff');
    const query = encodeURIComponent(marks.slice(0, 1_500));
    const response = await withinTimeLimit(250, () => api.send('GET', `/staff/users?query=${query}`, credentials));
    expect([response.status, errorOf(response).message]).toEqual([400, 'query: Type at most 254 characters.']);
  });
});

describe('requests with invalid input', () => {
  const invalid = (at: TestApi, credentials: object, from: string) =>
    at.send('POST', '/workspaces/new', credentials).set('X-Forwarded-For', from).send({ displayName: '' });

  it('are limited for each session across replicas, but reads are not', async () => {
    const user = await makeUser(limited, { emailVerified: true });
    const credentials = await logIn(limited, user);
    for (let times = 0; times < 12; times++)
      expect((await invalid(times % 2 ? limited : replica, credentials, '192.0.2.1')).status).toBe(400);
    const rejected = await invalid(limited, credentials, '192.0.2.1');
    expect([rejected.status, errorOf(rejected).type]).toEqual([429, 'TooManyRequests']);
    expect(rejected.headers.ratelimit).toMatch(/^"invalid-input";r=0;t=\d+$/);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await limited.send('GET', '/workspaces', credentials)).status).toBe(200);
    expect((await invalid(limited, await logIn(limited, user), '192.0.2.1')).status).toBe(400);
    const other = await logIn(limited, await makeUser(limited, { emailVerified: true }));
    expect((await invalid(limited, other, '192.0.2.1')).status).toBe(400);
  });

  it('do not count if they only read, because a page of another site can send a user to them', async () => {
    const credentials = await logIn(limited, await makeUser(limited, { emailVerified: true }));
    for (let times = 0; times < 13; times++)
      expect((await limited.send('GET', '/workspaces?limit=x', credentials)).status).toBe(400);
    expect((await invalid(limited, credentials, '192.0.2.1')).status).toBe(400);
  });

  it('do not count without a session, because others have the same IP address', async () => {
    const redeem = (body: string) =>
      limited.send('POST', '/complete-auth-connect').set('X-Forwarded-For', '192.0.2.7').type('json').send(body);
    for (let times = 0; times < 61; times++) expect((await redeem('{"code":')).status).toBe(400);
    expect(errorOf(await redeem('{"code":"unknown"}')).type).toBe('InvalidCode');
  });
});

describe('once a session has sent too many requests with invalid input', () => {
  const from = '192.0.2.20';
  const body = { displayName: 'Valid' };
  const create = (at: TestApi, credentials: object) =>
    at.send('POST', '/workspaces/new', credentials).set('X-Forwarded-For', from).send(body);

  async function overTheLimit() {
    const user = await makeUser(limited, { emailVerified: true });
    const credentials = await logIn(limited, user);
    const invalid = () =>
      limited.send('POST', '/workspaces/new', credentials).set('X-Forwarded-For', from).send({ displayName: '' });
    for (let times = 0; times < 12; times++) expect((await invalid()).status).toBe(400);
    expect((await invalid()).status).toBe(429);
    return { user, credentials, invalid };
  }

  it('the bodies are rejected unread until the limit resets, without a query for the count', async () => {
    const { credentials, invalid } = await overTheLimit();
    const counts = await recordStatements(/rate_limits/, async () => {
      for (const response of [await create(limited, credentials), await invalid()]) {
        expect([response.status, errorOf(response).type]).toEqual([429, 'TooManyRequests']);
        expect(response.headers.ratelimit).toMatch(/^"invalid-input";r=0;t=\d+$/);
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      }
    });
    expect(counts).toEqual([]);
    expect(await statusBeforeBody(limited, '/workspaces/new', { Cookie: credentials.cookie })).toBe(429);
  });

  it('reads, requests without a body and the calls that end access are still allowed', async () => {
    const { user, credentials } = await overTheLimit();
    expect((await limited.send('GET', '/workspaces', credentials)).status).toBe(200);
    const workspace = await makeWorkspace(limited, user);
    const { id } = await makeApiToken(limited, workspace, user);
    expect((await limited.send('PATCH', `/workspaces/${workspace.id}/setDefault`, credentials)).status).toBe(200);
    expect(
      (await limited.send('POST', `/workspaces/${workspace.id}/authTokens/${id}/revoke`, credentials).send({})).status,
    ).toBe(200);
  });

  it('other users with the same IP address are not affected', async () => {
    await overTheLimit();
    const other = await logIn(limited, await makeUser(limited, { emailVerified: true }));
    expect((await create(limited, other)).status).toBe(200);
  });

  it('another replica learns it from the database with the next invalid request', async () => {
    const { credentials } = await overTheLimit();
    expect((await create(replica, credentials)).status).toBe(200);
    expect((await replica.send('POST', '/workspaces/new', credentials).send({ displayName: '' })).status).toBe(429);
    expect((await create(replica, credentials)).status).toBe(429);
  });
});

describe('a changing call without a rate limit of its own', () => {
  it('shares one with all other such calls of the user', async () => {
    const user = await makeUser(limited, { emailVerified: true });
    const { id } = await makeWorkspace(limited, user);
    const credentials = await logIn(limited, user);
    const change = (times: number) =>
      times % 2
        ? limited.send('PATCH', `/workspaces/${id}/favourite`, credentials).send({ isFavourite: true })
        : replica
            .send('PATCH', `/workspaces/${id}/setHidden`, credentials)
            .send({ isHidden: true, requestUlid: ulid() });
    for (let times = 0; times < 12; times++) {
      const response = await change(times);
      expect([response.status, response.headers['ratelimit-policy']]).toEqual([200, '"writes";q=12;w=60']);
    }
    expect((await change(0)).status).toBe(429);
    expect((await limited.send('GET', '/workspaces', credentials)).status).toBe(200);
  });

  it('does not count a replay', async () => {
    const user = await makeUser(limited, { emailVerified: true });
    const { id } = await makeWorkspace(limited, user);
    const credentials = await logIn(limited, user);
    const requestUlid = ulid();
    for (let times = 0; times < 20; times++) {
      const change = limited.send('PATCH', `/workspaces/${id}/favourite`, credentials);
      expect((await change.send({ isFavourite: true, requestUlid })).status).toBe(200);
    }
  });
});

describe('an error message', () => {
  it('names every invalid field', async () => {
    const user = await makeUser(api);
    const response = await api
      .send('PATCH', `/users/${user.id}`, await logIn(api, user))
      .send({ nickname: ' ', discordUsername: 'a..b', githubUsername: 'ada' });
    expect(errorOf(response).message).toBe('nickname: This field is required. discordUsername: Invalid discord tag.');
  });

  it.each([
    [
      'createWorkspace',
      { displayName: 'x', instanceEnvType: 'CLOUD' },
      'instanceEnvType: Must be one of SI, PRIVATE, LOCAL.',
    ],
    ['changeMemberRole', { userId: 'x', role: 'OWNER' }, 'role: Must be one of APPROVER, EDITOR.'],
    ['setFavourite', {}, 'isFavourite: This field is required.'],
    ['setFavourite', { isFavourite: 'yes' }, 'isFavourite: Must be true or false.'],
    ['setFavourite', [], 'The body must be a JSON object.'],
    ['inviteMember', { email: 5 }, 'email: Invalid email.'],
    ['changeMemberRole', { role: 'EDITOR', userId: 5 }, 'userId: Must be text.'],
  ])('of %s for %j is our own, not that of a library', async (name, body, message) => {
    const fixture = await createFixture(api, 'owner');
    const { method, path } = calls[name] as Call;
    const response = await api
      .send(method, path.replace(':workspaceId', fixture.workspace.id), fixture.credentials)
      .send(body);
    expect([response.status, errorOf(response).message]).toEqual([400, message]);
  });

  it('of a query lists the values of an enum', async () => {
    const { credentials } = await createFixture(api, 'staff');
    expect(errorOf(await api.send('GET', '/audit?kind=x&limit=1e1', credentials)).message).toBe(
      'kind: Must be one of actions, reads. limit: Must be a whole number from 1 to 200.',
    );
  });
});

describe('a body', () => {
  it('that is compressed is rejected with the reason', async () => {
    const { credentials, workspace } = await createFixture(api, 'owner');
    const response = await api
      .send('PATCH', `/workspaces/${workspace.id}`, credentials)
      .set('Content-Encoding', 'gzip')
      .type('json')
      // The header decides: the bytes are not read.
      .send('{"displayName":"x"}');
    expect([response.status, errorOf(response)]).toEqual([
      415,
      { type: 'UnsupportedMediaType', message: 'Send the body uncompressed; no Content-Encoding is supported.' },
    ]);
  });

  it('that is too large is rejected with the limit', async () => {
    const response = await api.send('POST', '/complete-auth-connect').send({ code: 'x'.repeat(200_000) });
    expect([response.status, errorOf(response).message]).toEqual([413, 'The request body exceeds 100 KB.']);
  });

  it('with a NUL character is rejected', async () => {
    const response = await api.send('POST', '/complete-auth-connect').send({ code: 'a\0b' });
    expect([response.status, errorOf(response).message]).toEqual([400, 'code: This field is invalid.']);
  });
});

describe('an id', () => {
  it('may be lower case in the path and in the body', async () => {
    const { credentials, workspace, colleague, subject } = await createFixture(api, 'owner');
    const lower = workspace.id.toLowerCase();
    const read = await api.send('GET', `/workspaces/${lower}`, credentials);
    expect([read.status, (read.body as { id: string }).id]).toEqual([200, workspace.id]);
    const user = await api.send('PATCH', `/users/${subject.id.toLowerCase()}`, credentials).send({ nickname: 'Ada' });
    expect(user.status).toBe(200);
    const role = { userId: colleague.id.toLowerCase(), role: 'approver' };
    expect((await api.send('POST', `/workspace/${lower}/membership`, credentials).send(role)).status).toBe(200);
    const { authToken } = (
      await api.send('POST', `/workspaces/${lower}/authTokens`, credentials).send({ name: 'x', expiration: '1d' })
    ).body as { authToken: { id: string } };
    const tokens = `/workspaces/${lower}/authTokens`;
    expect((await api.send('GET', `${tokens}/${authToken.id.toLowerCase()}`, credentials)).status).toBe(200);
    expect((await api.send('GET', `${tokens}?after=${authToken.id.toLowerCase()}`, credentials)).status).toBe(200);
  });
});

describe('the OpenAPI document', () => {
  const get = (encoding: string) => api.send('GET', '/openapi.json').set('Accept-Encoding', encoding);

  it('is cacheable, and is sent again only if the client has another version', async () => {
    const first = await get('identity');
    const cacheControl = 'public, max-age=300';
    expect([first.status, first.type, first.headers['cache-control']]).toEqual([200, 'application/json', cacheControl]);
    const etag = String(first.headers.etag);
    const again = await get('identity').set('If-None-Match', etag);
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    expect((await get('identity').set('If-None-Match', '"other"')).status).toBe(200);
  });

  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['*;q=0', undefined],
  ])('for a client that accepts %j has the encoding %s and an ETag of its own', async (accepted, encoding) => {
    const plain = await get('identity');
    const response = await get(accepted);
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers['vary']).toMatch(/Accept-Encoding/);
    expect(response.body).toEqual(plain.body);
    expect(response.headers.etag === plain.headers.etag).toBe(encoding === undefined);
    if (encoding === undefined) return;
    expect(Number(response.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 8);
    const again = await get(accepted).set('If-None-Match', String(response.headers.etag));
    expect([again.status, again.headers['content-length']]).toEqual([304, undefined]);
    expect((await get(accepted).set('If-None-Match', String(plain.headers.etag))).status).toBe(200);
  });
});
