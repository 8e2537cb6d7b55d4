import { jest } from '@jest/globals';
import { defineCalls, userCalls, workspaceCalls, type Tag } from '@portal/contract';
import { configureStore } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import * as z from 'zod/mini';
import { apiPath, contractMutation, contractQuery } from '../src/api/contract-endpoints.ts';
import { workspacesApi } from '../src/api/workspaces.api.ts';
import { createStore } from '../src/app/store.ts';
import { createContractQuery } from '../src/http/base-query.ts';
import { apiUrl, on, refusal, server, type Received } from './support/api-server.ts';
import { aGate } from './support/gate.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';

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

/** The portal’s way to the API, with a store of its own. */
function anApi() {
  const api = createApi({
    reducerPath: apiPath,
    baseQuery: createContractQuery(),
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
        // They complain, too, where a busy machine is slow at them.
        serializableCheck: false,
        immutableCheck: false,
        thunk: { extraArgument: { settings: { authApiUrl: apiUrl } } },
      }).concat(api.middleware),
  });
  const inStore = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return { api, store, inStore };
}

const workspaceId = 'a b';
const rename = { params: { workspaceId }, body: { displayName: 'New' } };

test('[7.1] [7.2] a call goes to the auth API with the cookie, an id of its own and a trace', async () => {
  const seen: Request[] = [];
  server.use(
    http.patch(`${apiUrl}/workspaces/:id`, ({ request }) => {
      seen.push(request);
      return HttpResponse.json(aWorkspace());
    }),
  );
  const { api, store } = anApi();
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

test('[7.4] a call that asks for headers only sends no requestUlid besides', async () => {
  const seen: Received[] = [];
  server.use(on(workspaceCalls.updateWorkspace, (received) => (seen.push(received), aWorkspace())));
  const { api, store } = anApi();
  await store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  api.enhanceEndpoints({ endpoints: { updateWorkspace: { extraOptions: { headersOnly: true } } } });
  await store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  expect(seen[0]?.body).toEqual({ displayName: 'New', requestUlid: seen[0]?.headers.get('X-SI-REQUEST-ULID') });
  expect(seen[1]?.body).toEqual({ displayName: 'New' });
  expect(seen[1]?.headers.get('X-SI-REQUEST-ULID')).toBeTruthy();
});

test('[7.3] form data goes as multipart with all its parts', async () => {
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
  const { api, store } = anApi();
  const { error } = await store.dispatch(api.endpoints.upload.initiate({ body }));
  expect(error).toBeUndefined();
  expect(got?.getAll('tag')).toEqual(['one', 'two']);
  expect(got?.get('requestUlid')).toHaveLength(26);
  expect(body.has('requestUlid')).toBe(false);
});

test('[7.5] a call may have a delay', async () => {
  let sent = 0;
  server.use(on(workspaceCalls.updateWorkspace, () => ((sent += 1), aWorkspace())));
  const { api, store } = anApi();
  api.enhanceEndpoints({ endpoints: { updateWorkspace: { extraOptions: { delay: 5000 } } } });
  jest.useFakeTimers({ advanceTimers: true });
  const answer = store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  await jest.advanceTimersByTimeAsync(4900);
  expect(sent).toBe(0);
  await jest.advanceTimersByTimeAsync(200);
  jest.useRealTimers();
  expect((await answer).error).toBeUndefined();
  expect(sent).toBe(1);
});

test('[7.5] a call may have an optimistic update undone on failure, and success and failure callbacks', async () => {
  const store = createStore({ authApiUrl: apiUrl });
  const { endpoints } = workspacesApi;
  const starred = aWorkspace({ isFavourite: false });
  const deleted = aWorkspace();
  server.use(on(workspaceCalls.listWorkspaces, [starred, deleted]));
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

  const refused = aGate();
  server.use(on(workspaceCalls.setFavourite, refusal('NotAllowed'), refused.wait));
  const failing = set();
  expect(isStarred()).toBe(true);
  refused.open();
  expect((await failing).error).toMatchObject({ type: 'NotAllowed' });
  await waitFor(() => expect(isStarred()).toBe(false));
  expect(rows()).toHaveLength(2);

  server.use(on(workspaceCalls.setFavourite, { ...starred, isFavourite: true }));
  expect((await set()).error).toBeUndefined();
  expect(isStarred()).toBe(true);

  const remove = () => store.dispatch(endpoints.deleteWorkspace.initiate({ params: { workspaceId: deleted.id } }));
  server.use(on(workspaceCalls.deleteWorkspace, refusal('NotAllowed')));
  await remove();
  expect(rows()).toHaveLength(2);
  server.use(on(workspaceCalls.deleteWorkspace, {}));
  await remove();
  await waitFor(() => expect(rows().map(({ id }) => id)).toEqual([starred.id]));
});

test('[7.6] [8.5] nothing is given up unless its call names a timeout', async () => {
  server.use(on(workspaceCalls.updateWorkspace, aWorkspace(), 200));
  const { api, store } = anApi();
  const answer = () => store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  expect((await answer()).error).toBeUndefined();
  api.enhanceEndpoints({ endpoints: { updateWorkspace: { extraOptions: { timeout: 30 } } } });
  expect((await answer()).error).toMatchObject({ type: 'Timeout', message: 'timeout of 30ms exceeded' });
});

test('[4.shared-interface-s.1] a request’s status: not requested, pending, success, error, first load, last success', async () => {
  const { api, inStore } = anApi();
  server.use(on(workspaceCalls.listWorkspaces, [], 50));
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

  server.use(on(workspaceCalls.listWorkspaces, refusal('DatabaseUnavailable'), 50));
  act(() => void result.current.refetch());
  await waitFor(() => expect(status()).toEqual(['isFetching', 'isSuccess']));
  await waitFor(() => expect(status()).toEqual(['isError']));
  expect(result.current).toMatchObject({ data: [], fulfilledTimeStamp: lastSuccess });
  expect(result.current.error).toMatchObject({ type: 'DatabaseUnavailable', status: 503 });
});

test('[4.shared-interface-s.1] each key has a status of its own', async () => {
  const { api, store } = anApi();
  server.use(
    on(workspaceCalls.getWorkspace, ({ params }) => {
      return params.workspaceId === 'gone' ? refusal('WorkspaceNotFound') : aWorkspace();
    }),
  );
  const statusOf = (id: string) => api.endpoints.getWorkspace.select({ params: { workspaceId: id } })(store.getState());
  const ask = (id: string) => store.dispatch(api.endpoints.getWorkspace.initiate({ params: { workspaceId: id } }));
  await Promise.all([ask('gone'), ask('here')]);
  expect([statusOf('gone').status, statusOf('here').status]).toEqual(['rejected', 'fulfilled']);
  expect(statusOf('other').status).toBe('uninitialized');
});

test('[8.3] a failed request resolves without throwing, and its error stands in the store', async () => {
  const { api, store } = anApi();
  server.use(on(userCalls.updateProfile, refusal('DatabaseUnavailable')));
  const input = { params: { userId: aUser().id }, body: { nickname: 'mia' } };
  const asked = store.dispatch(api.endpoints.updateProfile.initiate(input));
  await expect(asked).resolves.toMatchObject({ error: { type: 'DatabaseUnavailable' } });
  const { status, error } = api.endpoints.updateProfile.select(asked.requestId)(store.getState());
  expect(status).toBe('rejected');
  expect(error).toMatchObject({ type: 'DatabaseUnavailable' });
});

test('[4.shared-interface-s.2] a twin of a pending request fails with it, and is sent anew once that is answered', async () => {
  let sent = 0;
  server.use(on(workspaceCalls.updateWorkspace, () => ((sent += 1), refusal('NotAllowed')), 50));
  const { api, store } = anApi();
  const ask = () => store.dispatch(api.endpoints.updateWorkspace.initiate(rename));
  const other = { ...rename, body: { displayName: 'Other' } };
  const [one, twin, another] = await Promise.all([
    ask(),
    ask(),
    store.dispatch(api.endpoints.updateWorkspace.initiate(other)),
  ]);
  expect(twin.error).toEqual(one.error);
  expect(another.error).not.toEqual(one.error);
  expect(sent).toBe(2);
  await ask();
  expect(sent).toBe(3);
});

describe('a change that nobody answered', () => {
  const given = { displayName: 'New', type: 'saas' as const };

  /** Sends these bodies one after the other; the first gets this answer. Answers each one's `requestUlid`. */
  async function ulidsOf(first: () => Response, bodies: readonly (typeof given)[], after = () => {}) {
    const seen: unknown[] = [];
    server.use(
      on(workspaceCalls.createWorkspace, ({ body }) => {
        seen.push((body as { requestUlid: unknown }).requestUlid);
        if (seen.length === 1) return first();
        return { workspaces: [], newWorkspaceId: aWorkspace().id };
      }),
    );
    const { api, store } = anApi();
    for (const body of bodies) {
      await store.dispatch(api.endpoints.createWorkspace.initiate({ body }));
      after();
    }
    return seen;
  }

  test.each([
    ['was cut off', () => HttpResponse.error()],
    ['was answered by a proxy that had no answer', () => new HttpResponse(null, { status: 502 })],
  ])('and that %s keeps its requestUlid when it is tried again, so that it is not done twice', async (_what, first) => {
    const [one, other, third] = await ulidsOf(first, [given, given, given]);
    expect(other).toBe(one);
    expect(third).not.toBe(one);
  });

  test('is forgotten when something else is sent to the same place', async () => {
    const other = { ...given, displayName: 'Other' };
    const seen = await ulidsOf(() => HttpResponse.error(), [given, other, given]);
    expect(new Set(seen).size).toBe(3);
  });

  test('is a new wish after two minutes', async () => {
    const now = jest.spyOn(Date, 'now');
    const start = Date.now();
    const later = () => now.mockReturnValue(start + 121_000);
    const [one, other] = await ulidsOf(() => HttpResponse.error(), [given, given], later);
    now.mockRestore();
    expect(other).not.toBe(one);
  });

  test('that was refused has a new requestUlid', async () => {
    const [one, other] = await ulidsOf(() => refusal('TooManyRequests'), [given, given]);
    expect(other).not.toBe(one);
  });
});
