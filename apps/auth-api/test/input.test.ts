/** @takes 15 s */
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ProblemBody, calls, requestIdHeader, type Call } from '@portal/contract';
import { ulid } from 'ulid';
import { stage } from './support/actors.ts';
import { startApi, type TestApi } from './support/api.ts';
import { statementsOf } from './support/asked-statements.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';
import { inTime } from './support/in-time.ts';
import { validBodies } from './support/valid-bodies.ts';

let api: TestApi;
/** With the limits of a production; the second one is another replica of it. */
let limited: TestApi;
let replica: TestApi;
beforeAll(async () => {
  api = await startApi();
  limited = await startApi({ RATE_LIMIT_SCALE: '0.1', TRUSTED_PROXIES: '1' });
  const { DATABASE_URL } = limited.services.settings;
  replica = await startApi({ RATE_LIMIT_SCALE: '0.1', TRUSTED_PROXIES: '1', DATABASE_URL });
});
afterAll(async () => {
  await replica.close();
  await limited.close();
  await api.close();
});

/** The status that comes although the body never does. */
async function statusBeforeBody(
  at: TestApi,
  path: string,
  headers: Record<string, string | undefined>,
): Promise<number> {
  const server = createServer(at.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = { ...headers, [requestIdHeader]: ulid(), 'Content-Type': 'application/json', 'Content-Length': '1000' };
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

const errorOf = ({ body }: { body: unknown }) => ProblemBody.parse(body).error;

describe('a body of 100 KB of combining marks', () => {
  const marks = `a${'\u0301\u0323'.repeat(25_000)}`.slice(0, 49_000);
  const withTexts = Object.entries(calls).flatMap(([name, call]: [string, Call]) => {
    const shape = (call.body as { shape?: object } | undefined)?.shape;
    return shape ? [[name, call, Object.keys(shape)] as const] : [];
  });

  it.each(withTexts)('is answered by %s well within 100 ms, whichever field holds it', async (name, call, fields) => {
    const on = await stage(api, call.access.who === 'staff' ? 'staff' : 'owner');
    const path = call.path
      .replace(':userId', on.subject.id)
      .replace(':workspaceId', on.workspace.id)
      .replace(':tokenId', on.tokenId);
    const valid = validBodies[name]?.(on, api.services.legal.currentVersionId) ?? {};
    await api.send('GET', '/whoami', on.proof);
    for (const field of fields) {
      const body = { ...valid, [field]: marks };
      const response = await inTime(100, () => api.send(call.method, path, on.proof).send(body));
      expect(response.status).toBeLessThan(500);
    }
  });

  it('is no search term, either', async () => {
    const { proof } = await stage(api, 'staff');
    const query = encodeURIComponent(marks.slice(0, 1_500));
    const response = await inTime(100, () => api.send('GET', `/staff/users?query=${query}`, proof));
    expect([response.status, errorOf(response).message]).toEqual([400, 'query: Type at most 254 characters.']);
  });
});

describe('requests with invalid input', () => {
  const invalid = (at: TestApi, proof: object, from: string) =>
    at.send('POST', '/workspaces/new', proof).set('X-Forwarded-For', from).send({ displayName: '' });

  it('are limited for each user by all replicas together; reads are not', async () => {
    const user = await makeUser(limited, { emailVerified: true });
    const proof = await logIn(limited, user);
    for (let times = 0; times < 12; times++)
      expect((await invalid(times % 2 ? limited : replica, proof, '192.0.2.1')).status).toBe(400);
    const refused = await invalid(limited, proof, '192.0.2.1');
    expect([refused.status, errorOf(refused).type]).toEqual([429, 'TooManyRequests']);
    expect(refused.headers.ratelimit).toMatch(/^"invalid-input";r=0;t=\d+$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await limited.send('GET', '/workspaces', proof)).status).toBe(200);
    const other = await logIn(limited, await makeUser(limited, { emailVerified: true }));
    expect((await invalid(limited, other, '192.0.2.1')).status).toBe(400);
  });

  it('are limited for each address, also where nobody is logged in', async () => {
    const redeem = (from: string) =>
      limited.send('POST', '/complete-auth-connect').set('X-Forwarded-For', from).type('json').send('{"code":');
    for (let times = 0; times < 60; times++) expect((await redeem('192.0.2.7')).status).toBe(400);
    expect((await redeem('192.0.2.7')).status).toBe(429);
    expect((await redeem('192.0.2.8')).status).toBe(400);
  });
});

describe('once a user has sent too many requests with invalid input', () => {
  const from = '192.0.2.20';
  const body = { displayName: 'Valid' };
  const create = (at: TestApi, proof: object) =>
    at.send('POST', '/workspaces/new', proof).set('X-Forwarded-For', from).send(body);

  async function overTheLimit() {
    const user = await makeUser(limited, { emailVerified: true });
    const proof = await logIn(limited, user);
    const invalid = () =>
      limited.send('POST', '/workspaces/new', proof).set('X-Forwarded-For', from).send({ displayName: '' });
    for (let times = 0; times < 12; times++) expect((await invalid()).status).toBe(400);
    expect((await invalid()).status).toBe(429);
    return { user, proof, invalid };
  }

  it('their bodies are refused unread until the limit ends, and the database is not asked to count', async () => {
    const { proof, invalid } = await overTheLimit();
    const counts = await statementsOf(/rate_limits/, async () => {
      for (const answer of [await create(limited, proof), await invalid()]) {
        expect([answer.status, errorOf(answer).type]).toEqual([429, 'TooManyRequests']);
        expect(answer.headers.ratelimit).toMatch(/^"invalid-input";r=0;t=\d+$/);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      }
    });
    expect(counts).toEqual([]);
    expect(await statusBeforeBody(limited, '/workspaces/new', { Cookie: proof.cookie })).toBe(429);
  });

  it('they may still read, and send what needs no body', async () => {
    const { user, proof } = await overTheLimit();
    expect((await limited.send('GET', '/workspaces', proof)).status).toBe(200);
    const workspace = await makeWorkspace(limited, user);
    const { id } = await makeApiToken(limited, workspace, user);
    expect((await limited.send('POST', `/workspaces/${workspace.id}/authTokens/${id}/revoke`, proof)).status).toBe(200);
  });

  it('others behind the same address may change things', async () => {
    await overTheLimit();
    const other = await logIn(limited, await makeUser(limited, { emailVerified: true }));
    expect((await create(limited, other)).status).toBe(200);
  });

  it('a replica learns it from the database by the next request with invalid input', async () => {
    const { proof } = await overTheLimit();
    expect((await create(replica, proof)).status).toBe(200);
    expect((await replica.send('POST', '/workspaces/new', proof).send({ displayName: '' })).status).toBe(429);
    expect((await create(replica, proof)).status).toBe(429);
  });
});

describe('once an address has sent too many requests with invalid input that identify nobody', () => {
  const from = '192.0.2.30';
  const redeem = (code: unknown) =>
    limited.send('POST', '/complete-auth-connect').set('X-Forwarded-For', from).send({ code });

  it('its bodies are refused unread and without the database; those of users and of other addresses are read', async () => {
    for (let times = 0; times < 60; times++) expect((await redeem(5)).status).toBe(400);
    expect((await redeem(5)).status).toBe(429);
    const asked = await statementsOf(/./, async () => {
      const refused = await redeem('x');
      expect([refused.status, errorOf(refused).type]).toEqual([429, 'TooManyRequests']);
      expect(refused.headers.ratelimit).toMatch(/^"invalid-input-of-address";r=0;t=\d+$/);
    });
    expect(asked).toEqual([]);
    expect(await statusBeforeBody(limited, '/complete-auth-connect', { 'X-Forwarded-For': from })).toBe(429);
    expect(await statusBeforeBody(limited, '/webhooks/stripe', { 'X-Forwarded-For': from })).toBe(429);

    const proof = await logIn(limited, await makeUser(limited, { emailVerified: true }));
    const created = limited.send('POST', '/workspaces/new', proof).set('X-Forwarded-For', from);
    expect((await created.send({ displayName: 'Valid' })).status).toBe(200);
    expect((await limited.send('POST', '/complete-auth-connect').send({ code: 'x' })).status).not.toBe(429);
  });
});

describe('a changing call without a limit of its own', () => {
  it('shares one with all others of its user', async () => {
    const user = await makeUser(limited, { emailVerified: true });
    const { id } = await makeWorkspace(limited, user);
    const proof = await logIn(limited, user);
    const change = (times: number) =>
      times % 2
        ? limited.send('PATCH', `/workspaces/${id}/favourite`, proof).send({ isFavourite: true })
        : replica.send('PATCH', `/workspaces/${id}/setHidden`, proof).send({ isHidden: true, requestUlid: ulid() });
    for (let times = 0; times < 12; times++) {
      const response = await change(times);
      expect([response.status, response.headers['ratelimit-policy']]).toEqual([200, '"writes";q=12;w=60']);
    }
    expect((await change(0)).status).toBe(429);
    expect((await limited.send('GET', '/workspaces', proof)).status).toBe(200);
  });

  it('does not count a replay', async () => {
    const user = await makeUser(limited, { emailVerified: true });
    const { id } = await makeWorkspace(limited, user);
    const proof = await logIn(limited, user);
    const requestUlid = ulid();
    for (let times = 0; times < 20; times++) {
      const change = limited.send('PATCH', `/workspaces/${id}/favourite`, proof);
      expect((await change.send({ isFavourite: true, requestUlid })).status).toBe(200);
    }
  });
});

describe('a message', () => {
  it('names every field that is wrong', async () => {
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
  ])('of %s for %j is ours, not that of a library', async (name, body, message) => {
    const on = await stage(api, 'owner');
    const { method, path } = calls[name] as Call;
    const response = await api.send(method, path.replace(':workspaceId', on.workspace.id), on.proof).send(body);
    expect([response.status, errorOf(response).message]).toEqual([400, message]);
  });

  it('of a query lists the values of an enum', async () => {
    const { proof } = await stage(api, 'staff');
    expect(errorOf(await api.send('GET', '/audit?kind=x&limit=1e1', proof)).message).toBe(
      'kind: Must be one of acts, looks. limit: Must be a whole number from 1 to 200.',
    );
  });
});

describe('a body', () => {
  it('that is compressed is refused with the reason', async () => {
    const { proof, workspace } = await stage(api, 'owner');
    const response = await api
      .send('PATCH', `/workspaces/${workspace.id}`, proof)
      .set('Content-Encoding', 'gzip')
      .type('json')
      .serialize((bytes: Buffer) => bytes as unknown as string)
      .send(gzipSync('{"displayName":"x"}'));
    expect([response.status, errorOf(response)]).toEqual([
      415,
      { type: 'UnsupportedMediaType', message: 'Send the body uncompressed; no Content-Encoding is supported.' },
    ]);
  });

  it('that is too large is told the limit', async () => {
    const response = await api.send('POST', '/complete-auth-connect').send({ code: 'x'.repeat(200_000) });
    expect([response.status, errorOf(response).message]).toEqual([413, 'The request body exceeds 100 KB.']);
  });

  it('with a NUL character is refused', async () => {
    const response = await api.send('POST', '/complete-auth-connect').send({ code: 'a\0b' });
    expect([response.status, errorOf(response).message]).toEqual([400, 'code: This field is invalid.']);
  });
});

describe('an id', () => {
  it('may be in lower case in the path and the body', async () => {
    const { proof, workspace, colleague, subject } = await stage(api, 'owner');
    const lower = workspace.id.toLowerCase();
    const read = await api.send('GET', `/workspaces/${lower}`, proof);
    expect([read.status, (read.body as { id: string }).id]).toEqual([200, workspace.id]);
    const user = await api.send('PATCH', `/users/${subject.id.toLowerCase()}`, proof).send({ nickname: 'Ada' });
    expect(user.status).toBe(200);
    const role = { userId: colleague.id.toLowerCase(), role: 'approver' };
    expect((await api.send('POST', `/workspace/${lower}/membership`, proof).send(role)).status).toBe(200);
    const { authToken } = (
      await api.send('POST', `/workspaces/${lower}/authTokens`, proof).send({ name: 'x', expiration: '1d' })
    ).body as { authToken: { id: string } };
    const tokens = `/workspaces/${lower}/authTokens`;
    expect((await api.send('GET', `${tokens}/${authToken.id.toLowerCase()}`, proof)).status).toBe(200);
    expect((await api.send('GET', `${tokens}?after=${authToken.id.toLowerCase()}`, proof)).status).toBe(200);
  });
});

it('the OpenAPI document is sent again only where the caller has another version', async () => {
  const first = await api.send('GET', '/openapi.json');
  expect([first.status, first.type, first.headers['cache-control']]).toEqual([200, 'application/json', 'no-cache']);
  const etag = String(first.headers.etag);
  const again = await api.send('GET', '/openapi.json').set('If-None-Match', etag);
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
  expect((await api.send('GET', '/openapi.json').set('If-None-Match', '"other"')).status).toBe(200);
});
