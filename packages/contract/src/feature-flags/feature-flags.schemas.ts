import * as z from 'zod/mini';

/** Flags show or hide features. They never grant access. Source: specification section 3, "Feature flags". */
export const FeatureFlags = z.object({
  /** Whether the admin page and its links are shown. */
  auth_portal_admin_page: z.boolean(),
  /** Whether the portal shows and changes a workspace’s approvals. */
  'approvals-opt-in-out': z.boolean(),
});
export type FeatureFlags = z.infer<typeof FeatureFlags>;

/** The name of a feature flag at the analytics host. */
export type FeatureFlag = keyof FeatureFlags;

/** All feature flags. The API asks the analytics host for each of them. */
export const featureFlagNames = [
  'auth_portal_admin_page',
  'approvals-opt-in-out',
] as const satisfies readonly FeatureFlag[];
