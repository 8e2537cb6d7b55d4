import { jest } from '@jest/globals';
import { defineCalls, userCalls, workspaceCalls, type Tag } from '@portal/contract';
import { configureStore } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import * as z from 'zod/mini';
import { apiReducerPath, contractMutation, contractQuery } from '../../../src/api/cache/contract-endpoints.ts';
import { workspaceApi } from '../../../src/api/workspace-details.api.ts';
import { createStore } from '../../../src/app/store.ts';
import { contractBaseQuery, createRequestContext } from '../../../src/api/http/base-query.ts';
import { apiUrl, mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';

const { upload } = defineCalls({
  upload: {
    method: 'POST',
    path: '/form',
    access: { who: 'anyone' },
    body: z.any(),
    result: z.object({}),
    summary: 'Take a form',
  },
});

const tags: readonly Tag[] = ['Session', 'Workspace', 'Member', 'AuthToken', 'Legal', 'Billing'];

/** An API slice with its own store, built like the portal’s. */
function createTestApi() {
  const api = createApi({
    reducerPath: apiReducerPath,
    baseQuery: contractBaseQuery,
    tagTypes: tags,
    endpoints: (build) => ({
      upload: contractMutation(build, upload),
      updateProfile: contractMutation(build, userCalls.updateProfile),
      listWorkspaces: contractQuery(build, workspaceCalls.listWorkspaces),
      getWorkspace: contractQuery(build, workspaceCalls.getWorkspace),
      createWorkspace: contractMutation(build, workspaceCalls.createWorkspace),
      updateWorkspace: contractMutation(build, workspaceCalls.updateWorkspace),
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
  const inStore = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return { api, store, inStore };
}

const workspaceId = 'a b';
const rename = { params: { workspaceId }, body: { displayName: 'New' } };

test('[7.1] [7.2] a call goes to the auth API with the cookie, its own ID and a trace', async () => {
  const seen: Request[] = [];
  server.use(
    http.patch(`${apiUrl}/workspaces/:id`, ({ request }) => {
      seen.push(request);
      return HttpResponse.json(aWorkspace());
    }),
  );
  const { api, store } = createTestApi();
  await store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  await store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  const [one, other] = seen;
  expect(one?.url).toBe(`${apiUrl}/workspaces/a%20b`);
  expect(one?.credentials).toBe('include');
  for (const name of ['X-SI-REQUEST-ULID', 'traceparent']) {
    expect(one?.headers.get(name)).toBeTruthy();
    expect(other?.headers.get(name)).not.toBe(one?.headers.get(name));
  }
});

test('[7.4] a headers-only call sends no requestUlid in the body', async () => {
  const seen: ReceivedRequest[] = [];
  server.use(mockCall(workspaceCalls.updateWorkspace, (received) => (seen.push(received), aWorkspace())));
  const { api, store } = createTestApi();
  await store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  api.enhanceEndpoints({ endpoints: { updateWorkspace: { extraOptions: { headersOnly: true } } } });
  await store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  expect(seen[0]?.body).toEqual({ displayName: 'New', requestUlid: seen[0]?.headers.get('X-SI-REQUEST-ULID') });
  expect(seen[1]?.body).toEqual({ displayName: 'New' });
  expect(seen[1]?.headers.get('X-SI-REQUEST-ULID')).toBeTruthy();
});

test('[7.3] form data is sent as multipart with all its parts', async () => {
  let got: FormData | undefined;
  server.use(
    http.post(`${apiUrl}/form`, async ({ request }) => {
      got = await request.formData();
      return HttpResponse.json({});
    }),
  );
  const body = new FormData();
  body.append('tag', 'one');
  body.append('tag', 'two');
  const { api, store } = createTestApi();
  const { error } = await store.dispatch(api.endpoints.upload.initiate({ body }));
  expect(error).toBeUndefined();
  expect(got?.getAll('tag')).toEqual(['one', 'two']);
  expect(got?.get('requestUlid')).toHaveLength(26);
  expect(body.has('requestUlid')).toBe(false);
});

test('[7.5] a call can have a delay', async () => {
  let requestCount = 0;
  server.use(mockCall(workspaceCalls.updateWorkspace, () => ((requestCount += 1), aWorkspace())));
  const { api, store } = createTestApi();
  api.enhanceEndpoints({ endpoints: { updateWorkspace: { extraOptions: { delayMs: 5000 } } } });
  jest.useFakeTimers({ advanceTimers: true });
  const response = store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  await jest.advanceTimersByTimeAsync(4900);
  expect(requestCount).toBe(0);
  await jest.advanceTimersByTimeAsync(200);
  jest.useRealTimers();
  expect((await response).error).toBeUndefined();
  expect(requestCount).toBe(1);
});

test('[7.5] a call can have an optimistic update that a failure reverts, and success and failure callbacks', async () => {
  const store = createStore({ authApiUrl: apiUrl });
  const { endpoints } = workspaceApi;
  const starred = aWorkspace({ isFavourite: false });
  const deleted = aWorkspace();
  server.use(mockCall(workspaceCalls.listWorkspaces, [starred, deleted]));
  await store.dispatch(endpoints.listWorkspaces.initiate());
  const rows = () =>
    endpoints.listWorkspaces
      .select()(store.getState())
      .data?.pages.flatMap((page) => page.rows) ?? [];
  const isStarred = () => rows().find(({ id }) => id === starred.id)?.isFavourite;
  const set = () =>
    store.dispatch(
      endpoints.setFavourite.initiate({ params: { workspaceId: starred.id }, body: { isFavourite: true } }),
    );

  const failureGate = createGate();
  server.use(mockCall(workspaceCalls.setFavourite, errorResponse('NotAllowed'), failureGate.wait));
  const failingUpdate = set();
  expect(isStarred()).toBe(true);
  failureGate.open();
  expect((await failingUpdate).error).toMatchObject({ type: 'NotAllowed' });
  await waitFor(() => expect(isStarred()).toBe(false));
  expect(rows()).toHaveLength(2);

  server.use(mockCall(workspaceCalls.setFavourite, { ...starred, isFavourite: true }));
  expect((await set()).error).toBeUndefined();
  expect(isStarred()).toBe(true);

  const remove = () => store.dispatch(endpoints.deleteWorkspace.initiate({ params: { workspaceId: deleted.id } }));
  server.use(mockCall(workspaceCalls.deleteWorkspace, errorResponse('NotAllowed')));
  await remove();
  expect(rows()).toHaveLength(2);
  server.use(mockCall(workspaceCalls.deleteWorkspace, {}));
  await remove();
  await waitFor(() => expect(rows().map(({ id }) => id)).toEqual([starred.id]));
});

test('[7.6] [8.5] a request has no timeout unless its call sets one', async () => {
  server.use(mockCall(workspaceCalls.updateWorkspace, aWorkspace(), 200));
  const { api, store } = createTestApi();
  const response = () => store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  expect((await response()).error).toBeUndefined();
  api.enhanceEndpoints({ endpoints: { updateWorkspace: { extraOptions: { timeoutMs: 30 } } } });
  expect((await response()).error).toMatchObject({ type: 'Timeout', message: 'timeout of 30ms exceeded' });
});

test('[4.shared-interface-s.1] a request’s status: not requested, pending, success, error, first load, last success', async () => {
  const { api, inStore } = createTestApi();
  server.use(mockCall(workspaceCalls.listWorkspaces, [], 50));
  const { result, rerender } = renderHook(({ skip }) => api.endpoints.listWorkspaces.useQuery(undefined, { skip }), {
    wrapper: inStore,
    initialProps: { skip: true },
  });
  const status = () => {
    const { isUninitialized, isLoading, isFetching, isSuccess, isError } = result.current;
    const all = { isUninitialized, isLoading, isFetching, isSuccess, isError };
    return Object.entries(all).flatMap(([name, holds]) => (holds ? [name] : []));
  };
  expect(status()).toEqual(['isUninitialized']);
  rerender({ skip: false });
  expect(status()).toEqual(['isLoading', 'isFetching']);
  await waitFor(() => expect(status()).toEqual(['isSuccess']));
  const lastSuccess = result.current.fulfilledTimeStamp;
  expect(Math.abs(Date.now() - (lastSuccess ?? 0))).toBeLessThan(5000);

  const gate = createGate();
  server.use(mockCall(workspaceCalls.listWorkspaces, errorResponse('DatabaseUnavailable'), gate.wait));
  act(() => void result.current.refetch());
  await waitFor(() => expect(status()).toEqual(['isFetching', 'isSuccess']));
  gate.open();
  await waitFor(() => expect(status()).toEqual(['isError']));
  expect(result.current).toMatchObject({ data: [], fulfilledTimeStamp: lastSuccess });
  expect(result.current.error).toMatchObject({ type: 'DatabaseUnavailable', status: 503 });
});

test('[4.shared-interface-s.1] each key has its own status', async () => {
  const { api, store } = createTestApi();
  server.use(
    mockCall(workspaceCalls.getWorkspace, ({ params }) => {
      return params.workspaceId === 'gone' ? errorResponse('WorkspaceNotFound') : aWorkspace();
    }),
  );
  const statusOf = (id: string) => api.endpoints.getWorkspace.select({ params: { workspaceId: id } })(store.getState());
  const send = (id: string) => store.dispatch(api.endpoints.getWorkspace.initiate({ params: { workspaceId: id } }));
  await Promise.all([send('gone'), send('here')]);
  expect([statusOf('gone').status, statusOf('here').status]).toEqual(['rejected', 'fulfilled']);
  expect(statusOf('other').status).toBe('uninitialized');
});

test('[8.3] a failed request resolves without throwing, and the store has its error', async () => {
  const { api, store } = createTestApi();
  server.use(mockCall(userCalls.updateProfile, errorResponse('DatabaseUnavailable')));
  const input = { params: { userId: aUser().id }, body: { nickname: 'mia' } };
  const pending = store.dispatch(api.endpoints.updateProfile.initiate(input));
  await expect(pending).resolves.toMatchObject({ error: { type: 'DatabaseUnavailable' } });
  const { status, error } = api.endpoints.updateProfile.select(pending.requestId)(store.getState());
  expect(status).toBe('rejected');
  expect(error).toMatchObject({ type: 'DatabaseUnavailable' });
});

test('[4.shared-interface-s.2] a duplicate of a pending request fails with it, and is sent again after the response', async () => {
  let requestCount = 0;
  server.use(mockCall(workspaceCalls.updateWorkspace, () => ((requestCount += 1), errorResponse('NotAllowed')), 50));
  const { api, store } = createTestApi();
  const send = () => store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  const other = { ...rename, body: { displayName: 'Other' } };
  const [one, duplicate, another] = await Promise.all([
    send(),
    send(),
    store.dispatch(api.endpoints.updateWorkspace.initiate(other)),
  ]);
  expect(duplicate.error).toEqual(one.error);
  expect(another.error).not.toEqual(one.error);
  expect(requestCount).toBe(2);
  await send();
  expect(requestCount).toBe(3);
});

describe('a change without a response', () => {
  const workspace = { displayName: 'New', type: 'saas' as const };

  /** Sends the bodies in order; the first request gets the `first` response. Returns the `requestUlid` of each. */
  async function sendInOrder(first: () => Response, bodies: readonly (typeof workspace)[], after = () => {}) {
    const seen: unknown[] = [];
    server.use(
      mockCall(workspaceCalls.createWorkspace, ({ body }) => {
        seen.push((body as { requestUlid: unknown }).requestUlid);
        if (seen.length === 1) return first();
        return { workspaces: [], newWorkspaceId: aWorkspace().id };
      }),
    );
    const { api, store } = createTestApi();
    for (const body of bodies) {
      await store.dispatch(api.endpoints.createWorkspace.initiate({ body }));
      after();
    }
    return seen;
  }

  test.each([
    ['was cut off', () => HttpResponse.error()],
    ['got a 502 from a proxy', () => new HttpResponse(null, { status: 502 })],
  ])('that %s keeps its requestUlid on a retry, so that it is not applied twice', async (_what, first) => {
    const [one, other, third] = await sendInOrder(first, [workspace, workspace, workspace]);
    expect(other).toBe(one);
    expect(third).not.toBe(one);
  });

  test('gets a new requestUlid when a different body is sent to the same path', async () => {
    const other = { ...workspace, displayName: 'Other' };
    const seen = await sendInOrder(() => HttpResponse.error(), [workspace, other, workspace]);
    expect(new Set(seen).size).toBe(3);
  });

  test('gets a new requestUlid after two minutes', async () => {
    const now = jest.spyOn(Date, 'now');
    const start = Date.now();
    const later = () => now.mockReturnValue(start + 121_000);
    const [one, other] = await sendInOrder(() => HttpResponse.error(), [workspace, workspace], later);
    now.mockRestore();
    expect(other).not.toBe(one);
  });

  test('that was rejected gets a new requestUlid', async () => {
    const [one, other] = await sendInOrder(() => errorResponse('TooManyRequests'), [workspace, workspace]);
    expect(other).not.toBe(one);
  });
});
