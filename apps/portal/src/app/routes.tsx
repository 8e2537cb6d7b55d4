import { loadIcons } from '@portal/ui';
import { matchRoutes, redirect, type RouteObject } from 'react-router';
import { StartSplash } from '../components/start-splash.tsx';
import { paths, patterns, type RouteName } from '../navigation/paths.ts';
import { ErrorPage } from './error-page.tsx';
import { usePage, type Page } from './page.ts';
import { Root } from './root.tsx';

interface PageModule {
  readonly Component: () => React.ReactNode;
}

/** The pages that do with the icons of the first screen. */
const firstPages: readonly RouteName[] = ['login', 'signup', 'workspaces'];

function page(
  route: RouteName,
  title: string,
  load: () => Promise<PageModule>,
  more: Pick<Page, 'without' | 'loginReason'> = {},
): RouteObject {
  return {
    path: patterns[route],
    handle: { route, title, ...more } satisfies Page,
    lazy: async () => {
      // The icons load with the page's code, so that none appears late.
      const [module] = await Promise.all([load(), firstPages.includes(route) ? undefined : loadIcons()]);
      return { Component: module.Component };
    },
  };
}

const redirects = (path: string, to: string): RouteObject => ({ path, loader: () => redirect(to), element: null });

const login = () => import('../features/session/login.page.tsx');
const legal = () => import('../features/legal/legal.page.tsx');

const pages: RouteObject[] = [
  redirects('/', paths.login),
  redirects('/dashboard', paths.workspaces),
  redirects('/tutorial', paths.workspaces),
  redirects('/download', paths.workspaces),
  page('login', 'Log in', login, { without: 'header' }),
  page('signup', 'Sign up', login, { without: 'header' }),
  page('login-success', 'Logging in', () => import('../features/session/login-success.page.tsx')),
  page('invitations', 'Your invitations', () => import('../features/session/invitations.page.tsx'), {
    without: 'header',
  }),
  page('logout', 'Logging out', () => import('../features/session/logout.page.tsx')),
  page('logout-success', 'Logged out', () => import('../features/session/logout-success.page.tsx')),
  page('legal', 'Legal', legal),
  page('review-legal', 'Review the terms', legal),
  page('print-legal', 'Print', () => import('../features/legal/print-legal.page.tsx'), { without: 'frame' }),
  page('profile', 'Profile', () => import('../features/profile/profile.page.tsx')),
  page('workspaces', 'Workspaces', () => import('../features/workspaces/workspaces.page.tsx')),
  page('billing', 'Billing', () => import('../features/billing/billing.page.tsx')),
  page('default-workspace', 'Default workspace', () => import('../features/workspaces/default-workspace.page.tsx')),
  page('workspace-go', 'Go to workspace', () => import('../features/workspaces/workspace-go.page.tsx')),
  page('workspace-settings', 'Workspace', () => import('../features/workspace-settings/workspace-settings.page.tsx')),
  page('workspace-api-tokens', 'API Tokens', () => import('../features/auth-tokens/auth-tokens.page.tsx'), {
    loginReason: 'You must log in to view workspace status.',
  }),
  page('workspace-admin', 'Admin', () => import('../features/admin/workspace-admin.page.tsx')),
  page('workspace-admin-user', 'User', () => import('../features/admin/user/user.page.tsx')),
  page('workspace-admin-workspace', 'Workspace', () => import('../features/admin/workspace/workspace.page.tsx')),
  page('quarantine-notice', 'Account Quarantined', () => import('../features/notices/quarantine-notice.page.tsx')),
  page('suspension-notice', 'Account Paused', () => import('../features/notices/suspension-notice.page.tsx')),
  page('404', 'Not found', () => import('../features/notices/not-found.page.tsx')),
];

/** A page that failed, within the layout. */
function FailedPage() {
  return <ErrorPage inMain={!usePage().without} />;
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <StartSplash />,
    // React Router shows the error of a page whose `lazy` failed only at a route above the page.
    children: [{ errorElement: <FailedPage />, children: pages }],
  },
];

/** Loads the code of the page at a path, so that the router has it at once. A failure is the router's to show. */
export async function preloadPage(pathname: string): Promise<void> {
  const lazy = matchRoutes(routes, pathname)?.at(-1)?.route.lazy;
  if (typeof lazy === 'function') await lazy().catch(() => undefined);
}
