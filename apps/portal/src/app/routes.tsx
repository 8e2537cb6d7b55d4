import { loadIcons } from '@portal/ui';
import { matchRoutes, redirect, type RouteObject } from 'react-router';
import { SplashScreen } from '../components/splash-screen.tsx';
import { paths, patterns, type RouteName } from '../lib/paths.ts';
import { ErrorPage } from './error-page.tsx';
import { RootLayout } from './root-layout.tsx';
import { usePageHandle, type PageHandle } from './page-handle.ts';

interface PageModule {
  readonly Component: () => React.ReactNode;
}

/** Pages that use only the icons of the entry bundle. */
const pagesWithBasicIcons: readonly RouteName[] = ['login', 'signup', 'workspaces'];

function page(
  route: RouteName,
  title: string,
  load: () => Promise<PageModule>,
  options: Pick<PageHandle, 'layout' | 'loginReason'> = {},
): RouteObject {
  return {
    path: patterns[route],
    handle: { route, title, ...options } satisfies PageHandle,
    lazy: async () => {
      // Load the icons together with the code, so that they do not appear late.
      const [module] = await Promise.all([load(), pagesWithBasicIcons.includes(route) ? undefined : loadIcons()]);
      return { Component: module.Component };
    },
  };
}

const redirects = (path: string, to: string): RouteObject => ({ path, loader: () => redirect(to), element: null });

const login = () => import('../features/login/login.page.tsx');
const legal = () => import('../features/legal/legal.page.tsx');
const terminalLogin = () => import('../features/terminal-logins/terminal.page.tsx');

const pages: RouteObject[] = [
  redirects('/', paths.login),
  redirects('/dashboard', paths.workspaces),
  redirects('/tutorial', paths.workspaces),
  redirects('/download', paths.workspaces),
  page('login', 'Log in', login, { layout: 'no-header' }),
  page('signup', 'Sign up', login, { layout: 'no-header' }),
  page('login-success', 'Login', () => import('../features/login/login-success.page.tsx')),
  page('invitation', 'Invitation', () => import('../features/workspaces/invitations/invitation.page.tsx')),
  page('device', 'Log in a device', terminalLogin),
  page('terminal', 'Log in a terminal', terminalLogin),
  page('logout', 'Logging out', () => import('../features/logout/logout.page.tsx')),
  page('logout-success', 'Logged out', () => import('../features/logout/logout-success.page.tsx')),
  page('legal', 'Legal', legal),
  page('review-legal', 'Review the terms', legal),
  page('print-legal', 'Print', () => import('../features/legal/print-legal.page.tsx'), { layout: 'bare' }),
  page('profile', 'Profile', () => import('../features/profile/profile.page.tsx')),
  page('security', 'Login and security', () => import('../features/security/security.page.tsx')),
  page('workspaces', 'Workspaces', () => import('../features/workspaces/workspaces.page.tsx')),
  page('billing', 'Billing', () => import('../features/billing/billing.page.tsx')),
  page('default-workspace', 'Default workspace', () => import('../features/workspaces/default-workspace.page.tsx')),
  page('workspace-go', 'Go to workspace', () => import('../features/workspaces/workspace-go.page.tsx')),
  page('workspace-settings', 'Workspace', () => import('../features/workspace-settings/workspace-settings.page.tsx')),
  page('workspace-overview', 'Overview', () => import('../features/workspace-settings/overview/overview.page.tsx')),
  page('workspace-members', 'Members', () => import('../features/workspace-settings/members/members.page.tsx')),
  page('workspace-api-tokens', 'API Tokens', () => import('../features/auth-tokens/auth-tokens.page.tsx'), {
    loginReason: 'You must log in to view workspace status.',
  }),
  page('workspace-activity', 'Activity', () => import('../features/workspace-settings/activity/activity.page.tsx')),
  page('workspace-webhooks', 'Webhooks', () => import('../features/webhooks/webhooks.page.tsx')),
  page('workspace-admin', 'Admin', () => import('../features/admin/workspace-admin.page.tsx')),
  page('workspace-admin-user', 'User', () => import('../features/admin/user/user.page.tsx')),
  page('workspace-admin-workspace', 'Workspace', () => import('../features/admin/workspace/workspace.page.tsx')),
  page(
    'quarantine-notice',
    'Account Quarantined',
    () => import('../features/account-locks/quarantine-notice.page.tsx'),
  ),
  page('suspension-notice', 'Account Paused', () => import('../features/account-locks/suspension-notice.page.tsx')),
  page('404', 'Not found', () => import('../features/not-found/not-found.page.tsx')),
];

/** The error of a page, inside the layout. */
function FailedPage() {
  return <ErrorPage inMain={usePageHandle().layout === undefined} />;
}

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <SplashScreen />,
    // If the `lazy` of a page fails, React Router shows the error element of a parent route.
    children: [{ errorElement: <FailedPage />, children: pages }],
  },
];

/** Loads the code of the page at a path in advance. The router shows an error. */
export async function preloadPage(pathname: string): Promise<void> {
  const lazy = matchRoutes(routes, pathname)?.at(-1)?.route.lazy;
  if (typeof lazy === 'function') await lazy().catch(() => undefined);
}
