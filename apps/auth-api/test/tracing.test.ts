import { ulid } from 'ulid';
import { requestIdHeader } from '@portal/contract';
import { startReplica, type ApiProcess } from './support/api-process.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';
import { exportTo, startCollector, type Collector, type ExportedSpan } from './support/collector.ts';
import { fakeIdentityProvider, type FakeIdentityProvider } from './support/fake-identity-provider.ts';
import { until } from './support/until.ts';

let api: TestApi;
let provider: FakeIdentityProvider;
let collector: Collector;
let traced: ApiProcess;
let untraced: ApiProcess;
beforeAll(async () => {
  provider = await fakeIdentityProvider();
  api = await startApi({ AUTH0_URL: provider.url });
  collector = await startCollector();
  [traced, untraced] = await Promise.all([
    startReplica(api, {
      ...exportTo(collector),
      OTEL_SERVICE_NAME: 'portal-api',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=here',
    }),
    startReplica(api),
  ]);
});
afterAll(async () => {
  await Promise.all([traced.stop('SIGKILL'), untraced.stop('SIGKILL')]);
  await api.close();
  await Promise.all([provider.close(), collector.close()]);
});

const server = 2;
const client = 3;
const consumer = 5;

/** Ids of a trace as a caller makes them. */
function callersTrace() {
  const hex = (length: number) => Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join('');
  const [traceId, spanId] = [hex(31), hex(15)].map((id) => `${id}1`) as [string, string];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

const spanOf = async (isIt: (span: ExportedSpan) => boolean) => {
  const span = await until(
    () => Promise.resolve(collector.spans().find(isIt)),
    (found) => found !== undefined,
  );
  if (!span) throw new Error('The span did not come.');
  return span;
};

const lineOf = async ({ lines }: ApiProcess, requestId: string | null) => {
  const line = await until(
    () => Promise.resolve(lines.find((each) => each.includes('"msg":"request"') && each.includes(String(requestId)))),
    (found) => found !== undefined,
  );
  return JSON.parse(line ?? 'null') as Record<string, unknown>;
};

describe('the trace of a request', () => {
  it('[3.15] goes on with the caller’s and holds the trace identifiers, as does the line in the log', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const { cookie = '' } = await logIn(api, owner);
    const { traceId, spanId, traceparent } = callersTrace();
    const [changeSetId, requestUlid] = [ulid(), ulid()];
    const response = await fetch(`${traced.url}/workspaces/${workspace.id}`, {
      headers: {
        cookie,
        traceparent,
        tracestate: 'vendor=1',
        baggage: `si.change_set.id=${changeSetId},si.workspace.id=${ulid()},other=x`,
        [requestIdHeader]: requestUlid,
      },
    });
    const requestId = response.headers.get('x-request-id');
    const span = await spanOf((each) => each.attributes['si.request.id'] === requestId);
    expect(span).toMatchObject({
      name: 'GET /workspaces/:workspaceId',
      kind: server,
      traceId,
      parentSpanId: spanId,
      traceState: 'vendor=1',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/workspaces/:workspaceId',
        'http.response.status_code': 200,
        'url.scheme': 'http',
        'si.call': 'getWorkspace',
        'si.request.id': requestId,
        'si.request.ulid': requestUlid,
        'si.change_set.id': changeSetId,
        // Of the path, which is what the request is about.
        'si.workspace.id': workspace.id,
        'user.id': owner.id,
      },
      resource: { 'service.name': 'portal-api', 'deployment.environment.name': 'here' },
    });
    expect(await lineOf(traced, requestId)).toMatchObject({
      requestId,
      requestUlid,
      traceId,
      spanId: span.spanId,
      workspaceId: workspace.id,
      changeSetId,
      userId: owner.id,
      credential: 'session',
      call: 'getWorkspace',
      method: 'GET',
      route: '/workspaces/:workspaceId',
      status: 200,
      ms: expect.any(Number) as number,
    });
    const read = await spanOf((each) => each.parentSpanId === span.spanId);
    expect(read).toMatchObject({
      name: 'prisma:client:db_query',
      kind: client,
      attributes: { 'db.query.text': expect.stringContaining('actor-in-workspace-by-session') as string },
    });
  });

  it('tells the workspace of the caller’s baggage, or of its token, where the path names none', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const carried = ulid();
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(`${traced.url}/whoami`, { headers });
      return (await lineOf(traced, response.headers.get('x-request-id')))['workspaceId'];
    };
    const { cookie = '' } = await logIn(api, owner);
    const { proof } = await makeApiToken(api, workspace, owner);
    expect(await ask({ cookie, baggage: `si.workspace.id=${carried.toLowerCase()}` })).toBe(carried);
    expect(await ask({ authorization: `Bearer ${proof.token ?? ''}` })).toBe(workspace.id);
    expect(await ask({ cookie })).toBeUndefined();
  });

  it.each([
    undefined,
    'nonsense',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more',
  ])('begins anew where the caller’s is %j', async (traceparent) => {
    const response = await fetch(`${traced.url}/version`, {
      headers: { ...(traceparent && { traceparent }) },
    });
    const requestId = response.headers.get('x-request-id');
    const span = await spanOf((each) => each.attributes['si.request.id'] === requestId);
    expect(span.parentSpanId).toBeUndefined();
    expect(span.traceId).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect((await lineOf(traced, requestId))['traceId']).toBe(span.traceId);
  });

  it('takes over nothing of a caller that is not an id', async () => {
    // Letters that neither a trace nor a ULID has by chance.
    const response = await fetch(`${traced.url}/version`, {
      headers: {
        baggage: 'si.workspace.id=lou%40example.com,si.change_set.id=%zz,__proto__=x',
        [requestIdHeader]: 'lou@example.com',
      },
    });
    const requestId = response.headers.get('x-request-id');
    const span = await spanOf((each) => each.attributes['si.request.id'] === requestId);
    expect(JSON.stringify([span, await lineOf(traced, requestId)])).not.toMatch(/lou|%zz|ulid|workspace|change/i);
  });

  it('says what kind of failure it ended with', async () => {
    const response = await fetch(`${traced.url}/whoami`);
    const requestId = response.headers.get('x-request-id');
    const span = await spanOf((each) => each.attributes['si.request.id'] === requestId);
    expect(span).toMatchObject({
      attributes: { 'error.type': 'NotSignedIn', 'http.response.status_code': 401 },
      // What the caller did wrong is no error of the server.
      status: { code: 0 },
    });
    expect(await lineOf(traced, requestId)).toMatchObject({ failure: 'NotSignedIn', status: 401 });
  });
});

describe('the trace that is handed on', () => {
  const refresh = async (process: ApiProcess, headers: Record<string, string>) => {
    const user = await makeUser(api);
    const { cookie = '' } = await logIn(api, user);
    const response = await fetch(`${process.url}/users/${user.id}/refresh-auth0-profile`, {
      method: 'POST',
      headers: { cookie, [requestIdHeader]: ulid(), ...headers },
    });
    expect(response.status).toBe(200);
    const asked = provider.asked.find(({ path }) => path === `/api/v2/users/auth0|${user.id}`);
    return { asked, line: await lineOf(process, response.headers.get('x-request-id')), user };
  };

  it('reaches the identity provider, without baggage, from a span that does not name whom it is about', async () => {
    const { traceId, traceparent } = callersTrace();
    const headers = { traceparent, tracestate: 'vendor=1', baggage: `si.change_set.id=${ulid()}` };
    const { asked, user } = await refresh(traced, headers);
    const span = await spanOf((each) => each.traceId === traceId && each.name === 'GET /api/v2/users/{id}');
    expect(asked).toMatchObject({ traceparent: `00-${traceId}-${span.spanId}-01`, tracestate: 'vendor=1' });
    expect(asked?.baggage).toBeUndefined();
    expect(span).toMatchObject({
      kind: client,
      attributes: {
        'server.address': '127.0.0.1',
        'http.response.status_code': 200,
        'url.template': '/api/v2/users/{id}',
      },
    });
    expect(JSON.stringify(span)).not.toContain(user.id);
  });

  it('is the caller’s, or one of our own, also where nothing is exported', async () => {
    const { traceId, spanId } = callersTrace();
    const given = await refresh(untraced, { traceparent: `00-${traceId}-${spanId}-ff` });
    expect(given.asked?.traceparent).toBe(`00-${traceId}-${spanId}-01`);
    expect(given.line['traceId']).toBe(traceId);
    const own = await refresh(untraced, {});
    expect(own.asked?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(own.asked?.traceparent).toContain(own.line['traceId']);
  });

  it('goes with the exchange of a code and with asking for the keys', async () => {
    const began = await fetch(`${traced.url}/auth/login`, {
      redirect: 'manual',
      headers: { referer: 'http://localhost:9000/' },
    });
    const state = new URL(began.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const cookie = began.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { traceId, traceparent } = callersTrace();
    await fetch(`${traced.url}/auth/login-callback?code=some-code&state=${state}`, {
      headers: { cookie, traceparent },
    });
    const ofTrace = provider.asked.filter((each) => String(each.traceparent).includes(traceId));
    expect(ofTrace.map(({ path }) => path)).toEqual(['/oauth/token', '/.well-known/jwks.json']);
    const span = await spanOf((each) => each.traceId === traceId && each.kind === server);
    for (const name of ['POST /oauth/token', 'GET /.well-known/jwks.json']) {
      expect(await spanOf((each) => each.traceId === traceId && each.name === name)).toMatchObject({
        kind: client,
        parentSpanId: span.spanId,
      });
    }
  });
});

describe('the trace of a job', () => {
  it('is its own, linked to the request that added it', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const { cookie = '' } = await logIn(api, owner);
    const { traceId, traceparent } = callersTrace();
    // Nobody takes mail here: the job fails, and its span says so. The untraced replica must not take it first.
    await untraced.stop();
    await fetch(`${traced.url}/workspace/${workspace.id}/members`, {
      method: 'POST',
      headers: { cookie, traceparent, [requestIdHeader]: ulid(), 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'linked@example.com' }),
    });
    const job = await spanOf((each) => each.kind === consumer && each.name === 'process sendInvitation');
    const adding = await spanOf((each) => each.traceId === traceId && each.name === 'prisma:client:transaction');
    expect(job).toMatchObject({
      links: [{ traceId, spanId: adding.spanId }],
      attributes: { 'messaging.destination.name': 'sendInvitation', 'error.type': 'ESOCKET' },
      status: { code: 2 },
    });
    expect(job.traceId).not.toBe(traceId);
    const sending = await spanOf((each) => each.parentSpanId === job.spanId && each.name === 'send mail');
    expect(sending).toMatchObject({ kind: client });
  });
});
