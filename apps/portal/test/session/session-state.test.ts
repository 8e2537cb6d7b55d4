import { sessionCalls, workspaceCalls } from '@portal/contract';
import { createStore } from '../../src/app/store.ts';
import { refetchWhoami } from '../../src/api/session.api.ts';
import { fetchWorkspaces } from '../../src/api/workspaces.api.ts';
import { sessionState } from '../../src/session/session-state.ts';
import { mockCall, errorResponse, server } from '../support/api-server.ts';
import { aUser } from '@portal/contract/fixtures';
import { settings } from '../support/render-portal.tsx';

const [ada, bob] = [aUser(), aUser({ id: '01BX5ZZKBKACTAV9WEVGEMMVRZ' })];

type Store = ReturnType<typeof createStore>;

const requestWhoami = ({ dispatch }: Store) => dispatch(refetchWhoami());
const requestList = ({ dispatch }: Store) => dispatch(fetchWorkspaces());

const events = {
  'whoami returns Ada': { send: requestWhoami, handler: mockCall(sessionCalls.whoami, { user: ada }) },
  'whoami returns Bob': { send: requestWhoami, handler: mockCall(sessionCalls.whoami, { user: bob }) },
  'whoami returns 401': { send: requestWhoami, handler: mockCall(sessionCalls.whoami, errorResponse('NotSignedIn')) },
  'whoami fails': { send: requestWhoami, handler: mockCall(sessionCalls.whoami, errorResponse('DatabaseUnavailable')) },
  'another request returns 401': {
    send: requestList,
    handler: mockCall(workspaceCalls.listWorkspaces, errorResponse('NotSignedIn')),
  },
  'another request fails': {
    send: requestList,
    handler: mockCall(workspaceCalls.listWorkspaces, errorResponse('DatabaseUnavailable')),
  },
};

type Event = keyof typeof events;

/** The state after each of the events, in order. */
async function statesAfter(names: readonly Event[]): Promise<string[]> {
  const store = createStore(settings);
  const states: string[] = [];
  for (const name of names) {
    const { send, handler } = events[name];
    server.use(handler);
    await send(store);
    states.push(sessionState.selectors.selectSessionStatus(store.getState()));
  }
  return states;
}

test.each<[Event, string][]>([
  [
    ['whoami returns 401', 'unknown'],
    ['another request returns 401', 'unknown'],
    ['whoami returns Ada', 'active'],
  ],
  [
    ['whoami fails', 'unknown'],
    ['whoami returns Ada', 'active'],
    ['whoami returns Ada', 'active'],
  ],
  [
    ['whoami returns Ada', 'active'],
    ['whoami fails', 'active'],
    ['another request fails', 'active'],
  ],
  [
    ['whoami returns Ada', 'active'],
    ['another request returns 401', 'ended'],
    ['whoami returns Ada', 'active'],
  ],
  [
    ['whoami returns Ada', 'active'],
    ['whoami returns 401', 'ended'],
    ['whoami fails', 'ended'],
  ],
  [
    ['whoami returns Ada', 'active'],
    ['whoami returns 401', 'ended'],
    ['whoami returns Bob', 'switched'],
  ],
  [
    ['whoami returns Ada', 'active'],
    ['whoami returns Bob', 'switched'],
    ['another request returns 401', 'switched'],
  ],
])('%j, then %j, then %j', async (...steps) => {
  expect(await statesAfter(steps.map(([event]) => event))).toEqual(steps.map(([, state]) => state));
});
