import { PortalSettings, sessionCalls, type User } from '@portal/contract';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { Portal } from '../../src/app/portal.tsx';
import { routes } from '../../src/app/routes.tsx';
import { createStore } from '../../src/app/store.ts';
import { createThemeChoice } from '../../src/app/theme/theme-choice.ts';
import { BrowserContext } from '../../src/navigation/browser.ts';
import { apiUrl, on, refusal, server } from './api-server.ts';

export const settings = PortalSettings.parse({ authApiUrl: apiUrl });

/** The portal's routes, with some of their pages changed. */
export function routesWith(change: (page: RouteObject) => Pick<RouteObject, 'lazy'> | undefined): RouteObject[] {
  const changed = (route: RouteObject): RouteObject =>
    route.children
      ? { ...route, children: route.children.map(changed) }
      : { ...route, ...(change(route) as Pick<typeof route, 'lazy'>) };
  return routes.map(changed);
}

/** Resolves once the router has loaded the code of its first page. */
async function firstPageLoaded(router: ReturnType<typeof createMemoryRouter>): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}

/** Renders the whole portal at a path, for somebody, for nobody or in an outage, over the handlers that a test gave. */
export async function visit(path: string, who: User | Response | null, wait = 0, pages: RouteObject[] = routes) {
  const answer = who === null ? refusal('NotSignedIn') : who instanceof Response ? who : { user: who };
  server.use(on(sessionCalls.whoami, answer, wait));
  const router = createMemoryRouter(pages, { initialEntries: [path] });
  const here = () => router.state.location;
  const store = createStore(settings);
  const visited = [here().pathname];
  router.subscribe(({ location: { pathname } }) => {
    if (pathname !== visited.at(-1)) visited.push(pathname);
  });
  const went: string[] = [];
  const stepsBack: string[] = [];
  const go = (address: string) => void went.push(address);
  const browser = {
    here: () => here().pathname + here().search + here().hash,
    assign: (address: string) => {
      stepsBack.push(here().pathname);
      go(address);
    },
    replace: go,
    reload: () => go('reload'),
    openTab: go,
  };
  await firstPageLoaded(router);
  await act(async () => {
    render(
      <BrowserContext value={browser}>
        <Portal {...{ settings, store, router, theme: createThemeChoice() }} />
      </BrowserContext>,
    );
    await Promise.resolve();
  });
  return {
    /** Where the browser was sent, outside the portal. */
    went,
    /** The pages that the browser left with a step back to them. */
    stepsBack,
    path: () => here().pathname,
    /** The paths of the portal that were reached, in order. */
    visited,
    router,
    store,
    person: userEvent.setup(),
  };
}
