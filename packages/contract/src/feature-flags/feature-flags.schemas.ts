import * as z from 'zod/mini';

/**
 * What is shown to some people only. A flag shows and hides; it never allows anything. Source: specification section 3,
 * "Feature flags".
 */
export const FeatureFlags = z.object({
  /** Whether the admin page and the way to it are shown. */
  auth_portal_admin_page: z.boolean(),
  /** Whether a workspace’s approvals are shown, and can be switched in the portal. */
  'approvals-opt-in-out': z.boolean(),
});
export type FeatureFlags = z.infer<typeof FeatureFlags>;

/** The name of a feature flag, as the analytics host knows it. */
export type FeatureFlag = keyof FeatureFlags;

/** The names of all feature flags. */
export const featureFlagNames = [
  'auth_portal_admin_page',
  'approvals-opt-in-out',
] as const satisfies readonly FeatureFlag[];
