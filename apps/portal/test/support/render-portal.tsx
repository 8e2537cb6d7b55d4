import { PortalSettings, sessionCalls, type User } from '@portal/contract';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { Portal } from '../../src/app/portal.tsx';
import { routes } from '../../src/app/router.tsx';
import { createStore } from '../../src/app/store.ts';
import { createThemeChoice } from '../../src/app/theme/theme-choice.ts';
import { BrowserContext } from '../../src/navigation/browser.ts';
import { apiUrl, on, refusal, server } from './api-server.ts';

export const settings = PortalSettings.parse({ authApiUrl: apiUrl });

/** Renders the whole portal at a path, for somebody, for nobody or in an outage, over the handlers that a test gave. */
export async function visit(path: string, who: User | Response | null, wait = 0) {
  const answer = who === null ? refusal('NotSignedIn') : who instanceof Response ? who : { user: who };
  server.use(on(sessionCalls.whoami, answer, wait));
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const store = createStore(settings);
  const went: string[] = [];
  const go = (address: string) => void went.push(address);
  await act(async () => {
    render(
      <BrowserContext value={{ assign: go, replace: go, reload: () => go('reload'), openTab: go }}>
        <Portal {...{ settings, store, router, theme: createThemeChoice() }} />
      </BrowserContext>,
    );
    await Promise.resolve();
  });
  return {
    /** Where the browser was sent, outside the portal. */
    went,
    path: () => router.state.location.pathname,
    router,
    store,
    person: userEvent.setup(),
  };
}
