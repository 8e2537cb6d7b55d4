import type { User } from '@portal/contract';
import { paths, type RouteName } from '../../lib/paths.ts';

/** A page and the user who opens it; `null` is an anonymous visitor. */
export interface PageAccess {
  readonly route: RouteName;
  readonly user: User | null;
}

/** Show the page, redirect to another page, or redirect to the login and back to the page afterwards. */
export type AccessDecision = 'allowed' | 'login' | { readonly redirectTo: string };

const unguardedRoutes: readonly RouteName[] = ['print-legal', 'logout', 'logout-success'];
const publicRoutes: readonly RouteName[] = ['login', 'signup', '404', 'legal', 'invitation'];
const legalRoutes: readonly RouteName[] = ['legal', 'review-legal'];
const verifiedEmailRoutes: readonly RouteName[] = [
  'workspaces',
  'workspace-settings',
  'workspace-overview',
  'workspace-members',
  'workspace-api-tokens',
  'workspace-activity',
  'workspace-webhooks',
  'billing',
  'default-workspace',
  'workspace-admin',
  'workspace-admin-user',
  'workspace-admin-workspace',
];

const only = (allowed: RouteName, route: RouteName, redirectTo: string): AccessDecision =>
  allowed === route ? 'allowed' : { redirectTo };

/** Whether a page can be shown before the session is loaded. */
export const isOpenWithoutSession = (route: RouteName) => unguardedRoutes.includes(route) || route === '404';

/**
 * Decides whether a user can open a page. The first matching rule applies.
 * Source: specification section 4, "Routing after the authentication check"; sections 2 and 6 for the verified email.
 */
export function decideAccess({ route, user }: PageAccess): AccessDecision {
  if (unguardedRoutes.includes(route)) return 'allowed';
  if (!user) return publicRoutes.includes(route) ? 'allowed' : 'login';
  if (user.quarantinedAt) return only('quarantine-notice', route, paths.quarantineNotice);
  if (user.suspendedAt) return only('suspension-notice', route, paths.suspensionNotice);
  if (route === 'quarantine-notice' || route === 'suspension-notice') return { redirectTo: paths.workspaces };
  if (route === 'login' || route === 'signup') return { redirectTo: paths.loginSuccess };
  if (legalRoutes.includes(route)) return 'allowed';
  if (user.needsTosUpdate) return { redirectTo: paths.reviewLegal };
  if (!user.onboardingDetails.reviewedProfile) return only('profile', route, paths.profile);
  if (!user.emailVerified && verifiedEmailRoutes.includes(route)) return { redirectTo: paths.profile };
  return 'allowed';
}
