import type { User } from '@portal/contract';
import { paths, type RouteName } from '../navigation/paths.ts';

/** A user, or an anonymous visitor, opens a page. */
export interface Visit {
  readonly route: RouteName;
  readonly user: User | null;
}

/** The page is shown, another page is, or the login comes first and leads back to the page. */
export type AccessDecision = 'allowed' | 'login' | { readonly redirectTo: string };

const unchecked: readonly RouteName[] = ['print-legal', 'logout', 'logout-success', 'invitations'];
const openToAnyone: readonly RouteName[] = ['login', 'signup', '404', 'legal'];
const legal: readonly RouteName[] = ['legal', 'review-legal'];
const forVerifiedEmail: readonly RouteName[] = [
  'workspaces',
  'workspace-settings',
  'workspace-api-tokens',
  'billing',
  'default-workspace',
  'workspace-admin',
  'workspace-admin-user',
  'workspace-admin-workspace',
];

const only = (allowed: RouteName, route: RouteName, redirectTo: string): AccessDecision =>
  allowed === route ? 'allowed' : { redirectTo };

/** Whether a page can be shown before it is known who is logged in. */
export const isOpenUnchecked = (route: RouteName) => unchecked.includes(route) || route === '404';

/**
 * Whether a page is shown to a user: the first rule that applies decides.
 * Source: specification section 4, "Routing after the authentication check"; sections 2 and 6 for the verified e-mail.
 */
export function accessTo({ route, user }: Visit): AccessDecision {
  if (unchecked.includes(route)) return 'allowed';
  if (!user) return openToAnyone.includes(route) ? 'allowed' : 'login';
  if (user.quarantinedAt) return only('quarantine-notice', route, paths.quarantineNotice);
  if (user.suspendedAt) return only('suspension-notice', route, paths.suspensionNotice);
  if (route === 'quarantine-notice' || route === 'suspension-notice') return { redirectTo: paths.workspaces };
  if (route === 'login' || route === 'signup') return { redirectTo: paths.loginSuccess };
  if (legal.includes(route)) return 'allowed';
  if (user.needsTosUpdate) return { redirectTo: paths.reviewLegal };
  if (!user.onboardingDetails.reviewedProfile) return only('profile', route, paths.profile);
  if (!user.emailVerified && forVerifiedEmail.includes(route)) return { redirectTo: paths.profile };
  return 'allowed';
}
