import type { User } from '@portal/contract';
import { paths, type RouteName } from '../navigation/paths.ts';

/** Somebody asks for a page. */
export interface Visit {
  readonly route: RouteName;
  readonly user: User | null;
}

/** The visit goes on, goes to another page, or first to the login (from where it comes back). */
export type Verdict = 'stay' | 'login' | { readonly to: string };

const unchecked: readonly RouteName[] = ['print-legal', 'logout', 'logout-success'];
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

const only = (route: RouteName, visited: RouteName, to: string): Verdict => (route === visited ? 'stay' : { to });

/** Whether a page can be shown before anything is known of who somebody is. */
export const needsNoAnswer = (route: RouteName) => unchecked.includes(route) || route === '404';

/**
 * Where a visit leads once it is known who somebody is: the first rule that applies decides.
 * Source: specification section 4, "Routing after the authentication check"; sections 2 and 6 for the verified e-mail.
 */
export function whereTo({ route, user }: Visit): Verdict {
  if (unchecked.includes(route)) return 'stay';
  if (!user) return openToAnyone.includes(route) ? 'stay' : 'login';
  if (user.quarantinedAt) return only('quarantine-notice', route, paths.quarantineNotice);
  if (user.suspendedAt) return only('suspension-notice', route, paths.suspensionNotice);
  if (route === 'quarantine-notice' || route === 'suspension-notice') return { to: paths.workspaces };
  if (route === 'login' || route === 'signup') return { to: paths.loginSuccess };
  if (legal.includes(route)) return 'stay';
  if (user.needsTosUpdate) return { to: paths.reviewLegal };
  if (!user.onboardingDetails.reviewedProfile) return only('profile', route, paths.profile);
  if (!user.emailVerified && forVerifiedEmail.includes(route)) return { to: paths.profile };
  return 'stay';
}
