import { sessionCalls, workspaceCalls } from '@portal/contract';
import { createStore } from '../src/app/store.ts';
import { reloadUser } from '../src/api/session.api.ts';
import { fetchWorkspaces } from '../src/api/workspaces.api.ts';
import { sessionState } from '../src/session/session-state.ts';
import { on, refusal, server } from './support/api-server.ts';
import { aUser } from './support/people-and-things.ts';
import { settings } from './support/render-portal.tsx';

const [ada, bob] = [aUser(), aUser({ id: '01BX5ZZKBKACTAV9WEVGEMMVRZ' })];

type Store = ReturnType<typeof createStore>;

const askWhoami = ({ dispatch }: Store) => dispatch(reloadUser());
const askList = ({ dispatch }: Store) => dispatch(fetchWorkspaces());

const events = {
  'whoami returns Ada': { ask: askWhoami, answer: on(sessionCalls.whoami, { user: ada }) },
  'whoami returns Bob': { ask: askWhoami, answer: on(sessionCalls.whoami, { user: bob }) },
  'whoami returns 401': { ask: askWhoami, answer: on(sessionCalls.whoami, refusal('NotSignedIn')) },
  'whoami fails': { ask: askWhoami, answer: on(sessionCalls.whoami, refusal('DatabaseUnavailable')) },
  'another request returns 401': {
    ask: askList,
    answer: on(workspaceCalls.listWorkspaces, refusal('NotSignedIn')),
  },
  'another request fails': {
    ask: askList,
    answer: on(workspaceCalls.listWorkspaces, refusal('DatabaseUnavailable')),
  },
};

type Event = keyof typeof events;

/** The state after each of the events, in order. */
async function statesAfter(names: readonly Event[]): Promise<string[]> {
  const store = createStore(settings);
  const states: string[] = [];
  for (const name of names) {
    const { ask, answer } = events[name];
    server.use(answer);
    await ask(store);
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
