import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';
import { FeatureFlags } from './feature-flags.schemas.ts';

/** What the portal shows to a user. Source: decision 13. */
export const featureFlagCalls = defineCalls({
  listFeatureFlags: {
    method: 'GET',
    path: '/users/:userId/featureFlags',
    access: { who: 'self', requires: ['acceptedTerms'] },
    params: UserParams,
    result: FeatureFlags,
    summary: 'Get your feature flags; a flag that cannot be evaluated is off',
  },
});
