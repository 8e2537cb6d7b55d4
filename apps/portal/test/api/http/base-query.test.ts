import { jest } from '@jest/globals';
import { defineCalls, userCalls, workspaceCalls } from '@portal/contract';
import { configureStore } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query';
import { http, HttpResponse } from 'msw';
import * as z from 'zod/mini';
import { decodeTime, isValid } from 'ulid';
import { contractBaseQuery, createRequestContext, type ContractRequest } from '../../../src/api/http/base-query.ts';
import { apiUrl, mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';

const ulidPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const formCalls = defineCalls({
  upload: { method: 'POST', path: '/form', access: { who: 'anyone' }, result: z.object({}), summary: 'Take a form' },
});

function send(request: ContractRequest, options?: { timeoutMs: number }) {
  const api = createApi({
    baseQuery: contractBaseQuery,
    endpoints: (build) => ({
      send: build.mutation<unknown, ContractRequest>({
        query: (given) => given,
        ...(options && { extraOptions: options }),
      }),
    }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({
        // On a slow machine these checks log warnings, which fail the test.
        serializableCheck: false,
        immutableCheck: false,
        thunk: { extraArgument: createRequestContext({ authApiUrl: apiUrl }) },
      }).concat(api.middleware),
  });
  return {
    resend: () => store.dispatch(api.endpoints.send.initiate(request)),
    outcome: store.dispatch(api.endpoints.send.initiate(request)),
  };
}

const edit = (displayName: string): ContractRequest => ({
  call: workspaceCalls.updateWorkspace,
  input: { params: { workspaceId: 'a b' }, body: { displayName } },
});

// @covers 7.2 7.4
test('a request has an ID, a trace and a JSON body with requestUlid', async () => {
  let sentRequest: ReceivedRequest | undefined;
  server.use(
    mockCall(workspaceCalls.updateWorkspace, (received) => {
      sentRequest = received;
      return aWorkspace();
    }),
  );
  expect((await send(edit('New')).outcome).error).toBeUndefined();
  const id = sentRequest?.headers.get('X-SI-REQUEST-ULID');
  expect(id).toMatch(ulidPattern);
  expect(sentRequest?.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(sentRequest?.body).toEqual({ displayName: 'New', requestUlid: id });
  expect(sentRequest?.params.workspaceId).toBe('a b');
});

// @covers 7.3
test('a GET puts its parameters in the query and sends no body', async () => {
  let sentRequest: ReceivedRequest | undefined;
  server.use(
    mockCall(workspaceCalls.listWorkspaces, (received) => {
      sentRequest = received;
      return [];
    }),
  );
  await send({ call: workspaceCalls.listWorkspaces, input: { query: { q: 'ä&b', none: null } } }).outcome;
  expect(sentRequest?.url.search).toBe('?q=%C3%A4%26b');
  expect(sentRequest?.body).toBeUndefined();
});

// @covers 7.3
test('form data is sent as multipart with a requestUlid part', async () => {
  let type: string | null = null;
  let id: FormDataEntryValue | null = null;
  server.use(
    http.post(`${apiUrl}/form`, async ({ request }) => {
      type = request.headers.get('content-type');
      id = (await request.formData()).get('requestUlid');
      return HttpResponse.json({});
    }),
  );
  const body = new FormData();
  body.set('name', 'x');
  await send({ call: formCalls.upload, input: { body } }).outcome;
  expect(type).toMatch(/^multipart\/form-data/);
  expect(id).toMatch(ulidPattern);
});

// @covers 4.shared-interface-s.2
test('an identical pending request shares the result; a later one is sent', async () => {
  const bodies: unknown[] = [];
  server.use(mockCall(workspaceCalls.updateWorkspace, ({ body }) => (bodies.push(body), aWorkspace()), 50));
  const one = send(edit('Same'));
  const [first, duplicate] = await Promise.all([one.outcome, one.resend()]);
  expect(duplicate.data).toEqual(first.data);
  expect(bodies).toHaveLength(1);
  await one.resend();
  expect(bodies).toHaveLength(2);
});

const errorOf = async (response: Response) => {
  server.use(mockCall(workspaceCalls.updateWorkspace, response));
  return (await send(edit('x')).outcome).error;
};

// @covers 8.1 8.2
test('an error message comes from the error, then the body, then the status text', async () => {
  expect(await errorOf(errorResponse('WorkspaceNotFound'))).toMatchObject({
    type: 'WorkspaceNotFound',
    message: 'Workspace not found, or you do not have access to it.',
    status: 404,
  });
  expect(await errorOf(HttpResponse.json({ message: 'outer' }, { status: 500 }))).toMatchObject({ message: 'outer' });
  expect(await errorOf(new HttpResponse('<html>', { status: 502, statusText: 'Bad Gateway' }))).toMatchObject({
    message: 'Bad Gateway',
    status: 502,
  });
});

test('a request that never left the computer has no id for support', async () => {
  expect(await errorOf(HttpResponse.error())).not.toMatchObject({ requestId: '' });
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await errorOf(HttpResponse.error())).toMatchObject({ message: 'Network Error', requestId: '' });
});

// @covers 8.4 8.5
test('no response is a network error, a late one a timeout, an invalid one an error', async () => {
  expect(await errorOf(HttpResponse.error())).toMatchObject({ message: 'Network Error', status: 0 });
  expect(await errorOf(HttpResponse.json({ id: 1 }))).toMatchObject({ type: 'UnexpectedResponse' });
  server.use(mockCall(userCalls.completeProfile, { user: aUser() }, 200));
  const late = send(
    { call: userCalls.completeProfile, input: { params: { userId: 'u' }, body: {} } },
    { timeoutMs: 20 },
  );
  expect((await late.outcome).error).toMatchObject({ type: 'Timeout', message: 'timeout of 20ms exceeded' });
});

// @covers 3.15
test('each request has a new ULID of the current time', async () => {
  const ids: string[] = [];
  server.use(
    mockCall(workspaceCalls.updateWorkspace, ({ headers }) => {
      ids.push(headers.get('X-SI-REQUEST-ULID') ?? '');
      return aWorkspace();
    }),
  );
  const { outcome, resend } = send(edit('New'));
  await outcome;
  await resend();
  const [one = '', other = ''] = ids;
  expect(isValid(one)).toBe(true);
  expect(Math.abs(decodeTime(one) - Date.now())).toBeLessThan(60_000);
  expect(other).not.toBe(one);
});

test('a body that violates the contract is not sent, and the error names the field', async () => {
  let requestCount = 0;
  server.use(mockCall(workspaceCalls.updateWorkspace, () => ((requestCount += 1), aWorkspace())));
  expect((await send(edit('x'.repeat(501))).outcome).error).toMatchObject({
    type: 'InvalidInput',
    status: 400,
    requestId: '',
    fields: [{ path: 'body.displayName' }],
  });
  expect(requestCount).toBe(0);
});

test('an error that is not the API’s keeps its message', async () => {
  const error = await errorOf(HttpResponse.json({ error: { message: 'inner', type: 7 } }, { status: 418 }));
  expect(error).toMatchObject({ type: 'Status418', message: 'inner', status: 418 });
});

test('[8.7] a request for a missing user fails with ‘User not loaded’ and is not sent', async () => {
  const pending = send({ call: userCalls.updateProfile, input: { params: { userId: '' }, body: { nickname: 'mia' } } });
  expect((await pending.outcome).error).toMatchObject({
    type: 'UserNotLoaded',
    message: 'User not loaded',
    requestId: '',
  });
});
