import { sessionCalls, type PortalSettings, type User } from '@portal/contract';
import { portalSettings } from '@portal/contract/fixtures';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { useLayoutEffect } from 'react';
import {
  createMemoryRouter,
  Outlet,
  parsePath,
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
import { BrowserContext } from '../../src/lib/browser.ts';
import { apiUrl, mockCall, errorResponse, server } from './api-server.ts';

export const settings = portalSettings({ authApiUrl: apiUrl });

/** The portal's routes with some pages replaced. */
export function routesWith(change: (page: RouteObject) => Pick<RouteObject, 'lazy'> | undefined): RouteObject[] {
  const changed = (route: RouteObject): RouteObject =>
    route.children
      ? { ...route, children: route.children.map(changed) }
      : { ...route, ...(change(route) as Pick<typeof route, 'lazy'>) };
  return routes.map(changed);
}

interface RouterState {
  location: Location;
  historyAction: NavigationType;
  navigate: NavigateFunction;
}

/** Reports the state of the router after each render. */
function Probe({ report }: { report: (state: RouterState) => void }) {
  const state = { location: useLocation(), historyAction: useNavigationType(), navigate: useNavigate() };
  useLayoutEffect(() => report(state));
  return <Outlet />;
}

/** A user who waits until a button is enabled before they click it, as Playwright does. The button of a list that loads is disabled. */
function waitingUser(): UserEvent {
  const user = userEvent.setup();
  return {
    ...user,
    click: async (element) => {
      const isDisabled = () => element.closest('[aria-disabled=true]') !== null;
      if (isDisabled()) await waitFor(() => expect(isDisabled()).toBe(false));
      await user.click(element);
    },
  };
}

/** Renders the portal at a path, for a user, unauthenticated (null) or with a whoami error, on top of the test's handlers. */
export async function visit(
  path: string | Partial<Location>,
  whoami: User | Response | null,
  delayOrGate: Parameters<typeof mockCall>[2] = 0,
  pages: RouteObject[] = routes,
  isBackNavigation = false,
  links: Partial<PortalSettings> = {},
) {
  const response =
    whoami === null ? errorResponse('NotSignedIn') : whoami instanceof Response ? whoami : { user: whoami };
  server.use(mockCall(sessionCalls.whoami, response, delayOrGate));
  let routerState: RouterState | undefined;
  const visited: string[] = [];
  const report = (next: RouterState) => {
    routerState = next;
    if (next.location.pathname !== visited.at(-1)) visited.push(next.location.pathname);
  };
  const router = createMemoryRouter([{ element: <Probe report={report} />, children: pages }], {
    initialEntries: [path],
  });
  const current = () => {
    if (!routerState) throw new Error('The router has not rendered yet');
    return routerState;
  };
  const location = () => current().location;
  const store = createStore(settings);
  const externalUrls: string[] = [];
  const leftPages: string[] = [];
  const shownUrls: string[] = [];
  const savedFiles: { content: Blob; name: string }[] = [];
  const go = (url: string) => void externalUrls.push(url);
  const browser = {
    currentPath: () => location().pathname + location().search + location().hash,
    assign: (url: string) => {
      leftPages.push(location().pathname);
      go(url);
    },
    replace: go,
    replaceUrl: (url: string) => void shownUrls.push(url),
    reload: () => go('reload'),
    isBackNavigation: () => isBackNavigation,
    openTab: go,
    saveFile: (content: Blob, name: string) => void savedFiles.push({ content, name }),
  };
  const { pathname = '/' } = typeof path === 'string' ? parsePath(path) : path;
  await preloadPage(pathname);
  await act(async () => {
    render(
      <BrowserContext value={browser}>
        <Portal {...{ settings: { ...settings, ...links }, store, router, theme: createThemeChoice() }} />
      </BrowserContext>,
    );
    await Promise.resolve();
  });
  return {
    /** The URLs outside the portal that the browser was sent to. */
    externalUrls,
    /** The files that the user saved. */
    savedFiles,
    /** The URLs that replaced that of the page. The router does not open them. */
    shownUrls,
    /** The pages that stay in the history when the browser leaves the portal. */
    leftPages,
    path: () => location().pathname,
    /** The visited paths of the portal, in order. */
    visited,
    router: {
      get state() {
        return current();
      },
      /** Navigates to a path of the portal, or by a number of history steps. */
      navigate: async (to: string | number) => {
        await (typeof to === 'number' ? current().navigate(to) : current().navigate(to));
      },
    },
    store,
    ui: waitingUser(),
  };
}

/** A new page load after a login, with a new session as the API creates one. The portal opens the page that asked for the login. */
export function returnFromLogin(user: User) {
  cleanup();
  const session = { startedAt: new Date().toISOString(), isStaff: user.email.endsWith('@systeminit.com') };
  return visit('/login-success', HttpResponse.json({ user, session }));
}
