import { loadIcons } from '@portal/ui';
import { matchRoutes, Navigate, type RouteObject } from 'react-router';
import { paths, patterns, type RouteName } from '../navigation/paths.ts';
import { fetchedOnce, type FetchedOnce } from './fetched-once.ts';
import { Root } from './root.tsx';

/** What a page tells of itself to the frame around it. */
export interface Page {
  readonly route: RouteName;
  readonly title: string;
  /** How much of the frame it does without. */
  readonly without?: 'header' | 'frame';
  /** Why it wants a login, where that needs saying. */
  readonly loginReason?: string;
  readonly code: FetchedOnce<PageCode>;
}

interface PageCode {
  readonly Component: () => React.ReactNode;
}

/** The pages that do with the icons of the first screen. */
const firstPages: readonly RouteName[] = ['login', 'signup', 'workspaces'];

function page(
  route: RouteName,
  title: string,
  fetch: () => Promise<PageCode>,
  more: Pick<Page, 'without' | 'loginReason'> = {},
): RouteObject {
  // The icons come with the page's code, so that none appears late.
  const withIcons = () => Promise.all([fetch(), loadIcons()]).then(([code]) => code);
  const handle: Page = { route, title, ...more, code: fetchedOnce(firstPages.includes(route) ? fetch : withIcons) };
  return { path: patterns[route], handle, element: <Root page={handle} /> };
}

const leadsTo = (path: string, to: string): RouteObject => ({ path, element: <Navigate to={to} replace /> });

const login = () => import('../features/session/login.page.tsx');
const legal = () => import('../features/legal/legal.page.tsx');

export const routes: RouteObject[] = [
  leadsTo('/', paths.login),
  leadsTo('/dashboard', paths.workspaces),
  leadsTo('/tutorial', paths.workspaces),
  leadsTo('/download', paths.workspaces),
  page('login', 'Log in', login, { without: 'header' }),
  page('signup', 'Sign up', login, { without: 'header' }),
  page('login-success', 'Logging in', () => import('../features/session/login-success.page.tsx')),
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

const isPage = (handle: unknown): handle is Page => typeof handle === 'object' && handle !== null && 'code' in handle;

/** Ends once the page at a path can be shown, or what is wrong with it; nothing where it can be at once. */
export function fetchPageAt(pathname: string): Promise<void> | undefined {
  const handle: unknown = matchRoutes(routes, pathname)?.at(-1)?.route.handle;
  return isPage(handle) ? handle.code.fetch() : undefined;
}
