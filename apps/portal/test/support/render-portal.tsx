import { PortalSettings, sessionCalls, type User } from '@portal/contract';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { Portal } from '../../src/app/portal.tsx';
import { fetchPageAt } from '../../src/app/router.tsx';
import { createStore } from '../../src/app/store.ts';
import { createThemeChoice } from '../../src/app/theme/theme-choice.ts';
import { BrowserContext } from '../../src/navigation/browser.ts';
import { askingFirst } from '../../src/navigation/history.ts';
import { apiUrl, on, refusal, server } from './api-server.ts';

export const settings = PortalSettings.parse({ authApiUrl: apiUrl });

/** Renders the whole portal at a path, for somebody, for nobody or in an outage, over the handlers that a test gave. */
export async function visit(path: string, who: User | Response | null, wait = 0) {
  const answer = who === null ? refusal('NotSignedIn') : who instanceof Response ? who : { user: who };
  server.use(on(sessionCalls.whoami, answer, wait));
  const visited = askingFirst(createMemoryHistory({ initialEntries: [path] }));
  const here = () => visited.place.location;
  const store = createStore(settings);
  const went: string[] = [];
  const go = (address: string) => void went.push(address);
  const browser = {
    here: () => here().pathname + here().search + here().hash,
    assign: go,
    replace: go,
    reload: () => go('reload'),
    openTab: go,
  };
  await fetchPageAt(here().pathname);
  await act(async () => {
    render(
      <BrowserContext value={browser}>
        <Portal {...{ settings, store, visited, theme: createThemeChoice() }} />
      </BrowserContext>,
    );
    await Promise.resolve();
  });
  return {
    /** Where the browser was sent, outside the portal. */
    went,
    path: () => here().pathname,
    router: {
      get state() {
        return { location: here(), historyAction: visited.place.action };
      },
      /** Goes to a path of the portal, or so many steps back. */
      navigate: async (to: string | number) => {
        if (typeof to === 'number') visited.go(to);
        else visited.push(to);
        await fetchPageAt(here().pathname);
      },
      subscribe: visited.watch,
    },
    store,
    person: userEvent.setup(),
  };
}
