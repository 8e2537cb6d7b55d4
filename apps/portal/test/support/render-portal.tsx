import { PortalSettings, sessionCalls, type User } from '@portal/contract';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import {
  createMemoryRouter,
  Outlet,
  useLocation,
  useNavigate,
  useNavigationType,
  type Location,
  type NavigateFunction,
  type NavigationType,
  type RouteObject,
} from 'react-router';
import { Portal } from '../../src/app/portal.tsx';
import { preloadPage, routes } from '../../src/app/routes.tsx';
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

interface Shown {
  location: Location;
  historyAction: NavigationType;
  navigate: NavigateFunction;
}

/** Reports what the router shows. */
function Probe({ report }: { report: (shown: Shown) => void }) {
  const shown = { location: useLocation(), historyAction: useNavigationType(), navigate: useNavigate() };
  useLayoutEffect(() => report(shown));
  return <Outlet />;
}

/** Renders the whole portal at a path, for somebody, for nobody or in an outage, over the handlers that a test gave. */
export async function visit(path: string, who: User | Response | null, wait = 0, pages: RouteObject[] = routes) {
  const answer = who === null ? refusal('NotSignedIn') : who instanceof Response ? who : { user: who };
  server.use(on(sessionCalls.whoami, answer, wait));
  let shown: Shown | undefined;
  const visited: string[] = [];
  const report = (next: Shown) => {
    shown = next;
    if (next.location.pathname !== visited.at(-1)) visited.push(next.location.pathname);
  };
  const router = createMemoryRouter([{ element: <Probe report={report} />, children: pages }], {
    initialEntries: [path],
  });
  const now = () => {
    if (!shown) throw new Error('The router has shown nothing yet');
    return shown;
  };
  const here = () => now().location;
  const store = createStore(settings);
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
  await preloadPage(path.replace(/[?#].*$/, ''));
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
    router: {
      get state() {
        return now();
      },
      /** Goes to a path of the portal, or so many steps back. */
      navigate: async (to: string | number) => {
        await (typeof to === 'number' ? now().navigate(to) : now().navigate(to));
      },
    },
    store,
    person: userEvent.setup(),
  };
}
