import { ulid } from 'ulid';
import { requestUlidHeader } from '@portal/contract';
import { startReplica, type ApiProcess } from '../../support/api-process.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';
import {
  exporterSettings,
  startOtlpCollector,
  type OtlpCollector,
  type ExportedSpan,
} from '../../support/otlp-collector.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../support/fake-identity-provider.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
let provider: FakeIdentityProvider;
let collector: OtlpCollector;
let traced: ApiProcess;
let untraced: ApiProcess;
beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  api = await startApi({ AUTH0_URL: provider.url });
  collector = await startOtlpCollector();
  [traced, untraced] = await Promise.all([
    startReplica(api, {
      ...exporterSettings(collector),
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

/** Span kinds in OTLP. */
const server = 2;
const client = 3;
const consumer = 5;

/** A trace context as a caller sends it. */
function newTraceContext() {
  const hex = (length: number) => Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join('');
  const [traceId, spanId] = [hex(31), hex(15)].map((id) => `${id}1`) as [string, string];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

const findSpan = async (matches: (span: ExportedSpan) => boolean) => {
  const span = await pollUntil(
    () => Promise.resolve(collector.spans().find(matches)),
    (found) => found !== undefined,
  );
  if (!span) throw new Error('The span was not exported.');
  return span;
};

const requestLogOf = async ({ lines }: ApiProcess, requestId: string | null) => {
  const line = await pollUntil(
    () => Promise.resolve(lines.find((each) => each.includes('"body":"request"') && each.includes(String(requestId)))),
    (found) => found !== undefined,
  );
  return JSON.parse(line ?? 'null') as Record<string, unknown>;
};

describe('the trace of a request', () => {
  it('[3.15] continues the caller’s trace and has the trace identifiers, and so does the log line', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const { cookie = '' } = await logIn(api, owner);
    const { traceId, spanId, traceparent } = newTraceContext();
    const [changeSetId, requestUlid] = [ulid(), ulid()];
    const response = await fetch(`${traced.url}/workspaces/${workspace.id}`, {
      headers: {
        cookie,
        traceparent,
        tracestate: 'vendor=1',
        baggage: `si.change_set.id=${changeSetId},si.workspace.id=${ulid()},other=x`,
        [requestUlidHeader]: requestUlid,
      },
    });
    const requestId = response.headers.get('x-request-id');
    const span = await findSpan((each) => each.attributes['si.request.id'] === requestId);
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
        // From the path, not from the baggage.
        'si.workspace.id': workspace.id,
        'user.id': owner.id,
      },
      resource: { 'service.name': 'portal-api', 'deployment.environment.name': 'here' },
    });
    expect(await requestLogOf(traced, requestId)).toMatchObject({
      severity_text: 'INFO',
      'service.name': 'portal-api',
      'service.instance.id': span.resource['service.instance.id'],
      trace_id: traceId,
      span_id: span.spanId,
      trace_flags: '01',
      'si.request.id': requestId,
      'si.request.ulid': requestUlid,
      'si.workspace.id': workspace.id,
      'si.change_set.id': changeSetId,
      'user.id': owner.id,
      'si.credential': 'session',
      'si.call': 'getWorkspace',
      'http.request.method': 'GET',
      'http.route': '/workspaces/:workspaceId',
      'http.response.status_code': 200,
      'http.server.request.duration': expect.any(Number) as number,
    });
    const read = await findSpan((each) => each.parentSpanId === span.spanId);
    expect(read).toMatchObject({
      // The name in the statement's comment.
      name: 'actor-in-workspace-by-session',
      kind: client,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': 'SELECT',
        'db.query.summary': 'actor-in-workspace-by-session',
        'db.query.text': expect.stringContaining('actor-in-workspace-by-session') as string,
      },
    });
  });

  it('takes the workspace from the baggage or the token if the path names none', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const baggageWorkspaceId = ulid();
    const loggedWorkspaceId = async (headers: Record<string, string>) => {
      const response = await fetch(`${traced.url}/whoami`, { headers });
      return (await requestLogOf(traced, response.headers.get('x-request-id')))['si.workspace.id'];
    };
    const { cookie = '' } = await logIn(api, owner);
    const { credentials } = await makeApiToken(api, workspace, owner);
    expect(await loggedWorkspaceId({ cookie, baggage: `si.workspace.id=${baggageWorkspaceId.toLowerCase()}` })).toBe(
      baggageWorkspaceId,
    );
    expect(await loggedWorkspaceId({ authorization: `Bearer ${credentials.token ?? ''}` })).toBe(workspace.id);
    expect(await loggedWorkspaceId({ cookie })).toBeUndefined();
  });

  it.each([
    undefined,
    'nonsense',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more',
  ])('starts a new trace if traceparent is %j', async (traceparent) => {
    const response = await fetch(`${traced.url}/version`, {
      headers: { ...(traceparent && { traceparent }) },
    });
    const requestId = response.headers.get('x-request-id');
    const span = await findSpan((each) => each.attributes['si.request.id'] === requestId);
    expect(span.parentSpanId).toBeUndefined();
    expect(span.traceId).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect((await requestLogOf(traced, requestId))['trace_id']).toBe(span.traceId);
  });

  it('ignores baggage and headers that are not ids', async () => {
    // These letters occur neither in a trace id nor in a ULID.
    const response = await fetch(`${traced.url}/version`, {
      headers: {
        baggage: 'si.workspace.id=lou%40example.com,si.change_set.id=%zz,__proto__=x',
        [requestUlidHeader]: 'lou@example.com',
      },
    });
    const requestId = response.headers.get('x-request-id');
    const span = await findSpan((each) => each.attributes['si.request.id'] === requestId);
    expect(JSON.stringify([span, await requestLogOf(traced, requestId)])).not.toMatch(/lou|%zz|ulid|workspace|change/i);
  });

  it('records the error type', async () => {
    const response = await fetch(`${traced.url}/whoami`);
    const requestId = response.headers.get('x-request-id');
    const span = await findSpan((each) => each.attributes['si.request.id'] === requestId);
    expect(span).toMatchObject({
      attributes: { 'error.type': 'NotSignedIn', 'http.response.status_code': 401 },
      // A client error is not an error of the server span.
      status: { code: 0 },
    });
    expect(await requestLogOf(traced, requestId)).toMatchObject({
      'error.type': 'NotSignedIn',
      'http.response.status_code': 401,
    });
  });
});

describe('the trace context of outgoing requests', () => {
  const refresh = async (process: ApiProcess, headers: Record<string, string>) => {
    const user = await makeUser(api);
    const { cookie = '' } = await logIn(api, user);
    const response = await fetch(`${process.url}/users/${user.id}/refresh-auth0-profile`, {
      method: 'POST',
      headers: { cookie, [requestUlidHeader]: ulid(), ...headers },
    });
    expect(response.status).toBe(200);
    const providerRequest = provider.requests.find(({ path }) => path === `/api/v2/users/auth0|${user.id}`);
    return { providerRequest, line: await requestLogOf(process, response.headers.get('x-request-id')), user };
  };

  it('reaches the identity provider without baggage, from a span that does not contain the user id', async () => {
    const { traceId, traceparent } = newTraceContext();
    const headers = { traceparent, tracestate: 'vendor=1', baggage: `si.change_set.id=${ulid()}` };
    const { providerRequest, user } = await refresh(traced, headers);
    const span = await findSpan((each) => each.traceId === traceId && each.name === 'GET /api/v2/users/{id}');
    expect(providerRequest).toMatchObject({ traceparent: `00-${traceId}-${span.spanId}-01`, tracestate: 'vendor=1' });
    expect(providerRequest?.baggage).toBeUndefined();
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

  it('is the caller’s or a new one, even if traces are not exported', async () => {
    const { traceId, spanId } = newTraceContext();
    const given = await refresh(untraced, { traceparent: `00-${traceId}-${spanId}-ff` });
    expect(given.providerRequest?.traceparent).toBe(`00-${traceId}-${spanId}-01`);
    expect(given.line['trace_id']).toBe(traceId);
    const own = await refresh(untraced, {});
    expect(own.providerRequest?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(own.providerRequest?.traceparent).toContain(own.line['trace_id']);
  });

  it('is sent with the code exchange and the request for the signing keys', async () => {
    const loginStart = await fetch(`${traced.url}/auth/login`, {
      redirect: 'manual',
      headers: { referer: 'http://localhost:9000/' },
    });
    const state = new URL(loginStart.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const cookie = loginStart.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { traceId, traceparent } = newTraceContext();
    await fetch(`${traced.url}/auth/login-callback?code=some-code&state=${state}`, {
      headers: { cookie, traceparent },
    });
    const ofTrace = provider.requests.filter((each) => String(each.traceparent).includes(traceId));
    expect(ofTrace.map(({ path }) => path)).toEqual(['/oauth/token', '/.well-known/jwks.json']);
    const span = await findSpan((each) => each.traceId === traceId && each.kind === server);
    for (const name of ['POST /oauth/token', 'GET /.well-known/jwks.json']) {
      expect(await findSpan((each) => each.traceId === traceId && each.name === name)).toMatchObject({
        kind: client,
        parentSpanId: span.spanId,
      });
    }
  });
});

describe('the trace of a job', () => {
  it('is separate, and linked to the request that added the job', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const { cookie = '' } = await logIn(api, owner);
    const { traceId, traceparent } = newTraceContext();
    // There is no mail server, so the job fails and its span records the error. The untraced replica must not run the job.
    await untraced.stop();
    await fetch(`${traced.url}/workspace/${workspace.id}/members`, {
      method: 'POST',
      headers: { cookie, traceparent, [requestUlidHeader]: ulid(), 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'linked@example.com' }),
    });
    const job = await findSpan((each) => each.kind === consumer && each.name === 'process sendMemberInvitationEmail');
    const adding = await findSpan((each) => each.traceId === traceId && each.name === 'prisma:client:transaction');
    expect(job).toMatchObject({
      links: [{ traceId, spanId: adding.spanId }],
      attributes: { 'messaging.destination.name': 'sendMemberInvitationEmail', 'error.type': 'ESOCKET' },
      status: { code: 2 },
    });
    expect(job.traceId).not.toBe(traceId);
    // The limit of the call is a statement that bypasses Prisma.
    const limit = await findSpan((each) => each.traceId === traceId && each.name === 'INSERT rate_limits');
    expect(limit).toMatchObject({ kind: client, attributes: { 'db.operation.name': 'INSERT' } });
    // In the transaction that locks the row of the email.
    const sending = await findSpan((each) => each.traceId === job.traceId && each.name === 'send email');
    const locking = await findSpan((each) => each.spanId === sending.parentSpanId);
    expect(sending).toMatchObject({ kind: client });
    expect(locking).toMatchObject({ name: 'prisma:client:transaction', parentSpanId: job.spanId });
  });
});
