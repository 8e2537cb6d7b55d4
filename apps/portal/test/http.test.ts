import { defineCalls, userCalls, workspaceCalls } from '@portal/contract';
import { configureStore } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query';
import { http, HttpResponse } from 'msw';
import * as z from 'zod/mini';
import { decodeTime, isValid } from 'ulid';
import { createContractQuery, type ContractRequest } from '../src/http/base-query.ts';
import { apiUrl, on, refusal, server, type Received } from './support/api-server.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';

const ulidPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const formCalls = defineCalls({
  upload: { method: 'POST', path: '/form', access: { who: 'anyone' }, result: z.object({}), summary: 'Take a form' },
});

function ask(request: ContractRequest, options?: { timeout: number }) {
  const api = createApi({
    baseQuery: createContractQuery(),
    endpoints: (build) => ({
      ask: build.mutation<unknown, ContractRequest>({
        query: (given) => given,
        ...(options && { extraOptions: options }),
      }),
    }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({
        // They complain, too, where a busy machine is slow at them.
        serializableCheck: false,
        immutableCheck: false,
        thunk: { extraArgument: { settings: { authApiUrl: apiUrl } } },
      }).concat(api.middleware),
  });
  return {
    again: () => store.dispatch(api.endpoints.ask.initiate(request)),
    answer: store.dispatch(api.endpoints.ask.initiate(request)),
  };
}

const edit = (displayName: string): ContractRequest => ({
  call: workspaceCalls.updateWorkspace,
  input: { params: { workspaceId: 'a b' }, body: { displayName } },
});

// @covers 7.2 7.4
test('a request carries its id, a trace and a JSON body with requestUlid', async () => {
  let seen: Received | undefined;
  server.use(
    on(workspaceCalls.updateWorkspace, (received) => {
      seen = received;
      return aWorkspace();
    }),
  );
  expect((await ask(edit('New')).answer).error).toBeUndefined();
  const id = seen?.headers.get('X-SI-REQUEST-ULID');
  expect(id).toMatch(ulidPattern);
  expect(seen?.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(seen?.body).toEqual({ displayName: 'New', requestUlid: id });
  expect(seen?.params.workspaceId).toBe('a b');
});

// @covers 7.3
test('a GET puts its parameters in the query and sends no body', async () => {
  let seen: Received | undefined;
  server.use(
    on(workspaceCalls.listWorkspaces, (received) => {
      seen = received;
      return [];
    }),
  );
  await ask({ call: workspaceCalls.listWorkspaces, input: { query: { q: 'ä&b', none: null } } }).answer;
  expect(seen?.url.search).toBe('?q=%C3%A4%26b');
  expect(seen?.body).toBeUndefined();
});

// @covers 7.3
test('form data goes as multipart, with requestUlid among its parts', async () => {
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
  await ask({ call: formCalls.upload, input: { body } }).answer;
  expect(type).toMatch(/^multipart\/form-data/);
  expect(id).toMatch(ulidPattern);
});

// @covers 4.shared-interface-s.2
test('an identical pending request shares the result, another is sent', async () => {
  const bodies: unknown[] = [];
  server.use(on(workspaceCalls.updateWorkspace, ({ body }) => (bodies.push(body), aWorkspace()), 50));
  const one = ask(edit('Same'));
  const [first, twin] = await Promise.all([one.answer, one.again()]);
  expect(twin.data).toEqual(first.data);
  expect(bodies).toHaveLength(1);
  await one.again();
  expect(bodies).toHaveLength(2);
});

const failureOf = async (response: Response) => {
  server.use(on(workspaceCalls.updateWorkspace, response));
  return (await ask(edit('x')).answer).error;
};

// @covers 8.1 8.2
test('the message of a failure: the error’s, else the body’s, else the status text', async () => {
  expect(await failureOf(refusal('WorkspaceNotFound'))).toMatchObject({
    type: 'WorkspaceNotFound',
    message: 'This workspace does not exist, was closed by support, or you are not a member of it.',
    status: 404,
  });
  expect(await failureOf(HttpResponse.json({ message: 'outer' }, { status: 500 }))).toMatchObject({ message: 'outer' });
  expect(await failureOf(new HttpResponse('<html>', { status: 502, statusText: 'Bad Gateway' }))).toMatchObject({
    message: 'Bad Gateway',
    status: 502,
  });
});

// @covers 8.4 8.5
test('no answer is a network error, a late one a timeout, a wrong one a failure', async () => {
  expect(await failureOf(HttpResponse.error())).toMatchObject({ message: 'Network Error', status: 0 });
  expect(await failureOf(HttpResponse.json({ id: 1 }))).toMatchObject({ type: 'UnexpectedAnswer' });
  server.use(on(userCalls.completeProfile, { user: aUser() }, 200));
  const late = ask({ call: userCalls.completeProfile, input: { params: { userId: 'u' }, body: {} } }, { timeout: 20 });
  expect((await late.answer).error).toMatchObject({ type: 'Timeout', message: 'timeout of 20ms exceeded' });
});

// @covers 3.15
test('the id of a request is a ULID of the present time, and another for each request', async () => {
  const ids: string[] = [];
  server.use(
    on(workspaceCalls.updateWorkspace, ({ headers }) => {
      ids.push(headers.get('X-SI-REQUEST-ULID') ?? '');
      return aWorkspace();
    }),
  );
  const { answer, again } = ask(edit('New'));
  await answer;
  await again();
  const [one = '', other = ''] = ids;
  expect(isValid(one)).toBe(true);
  expect(Math.abs(decodeTime(one) - Date.now())).toBeLessThan(60_000);
  expect(other).not.toBe(one);
});

test('a body that the contract does not allow is not sent, and says what is wrong with it', async () => {
  let sent = 0;
  server.use(on(workspaceCalls.updateWorkspace, () => ((sent += 1), aWorkspace())));
  expect((await ask(edit('x'.repeat(501))).answer).error).toMatchObject({
    type: 'InvalidInput',
    status: 400,
    fields: [{ path: 'body.displayName' }],
  });
  expect(sent).toBe(0);
});

test('an error that is not the API’s keeps its message', async () => {
  const error = await failureOf(HttpResponse.json({ error: { message: 'inner', type: 7 } }, { status: 418 }));
  expect(error).toMatchObject({ type: 'Status418', message: 'inner', status: 418 });
});

test('[8.7] a request for a user when there is none fails with ‘User not loaded’ and is not sent', async () => {
  const asked = ask({ call: userCalls.updateProfile, input: { params: { userId: '' }, body: { nickname: 'mia' } } });
  expect((await asked.answer).error).toMatchObject({ type: 'UserNotLoaded', message: 'User not loaded' });
});
