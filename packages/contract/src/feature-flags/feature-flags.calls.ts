import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';
import { FeatureFlags } from './feature-flags.schemas.ts';

export const featureFlagCalls = defineCalls({
  listFeatureFlags: {
    method: 'GET',
    path: '/users/:userId/featureFlags',
    access: { who: 'self', needs: ['terms'] },
    params: UserParams,
    result: FeatureFlags,
    summary: 'Tell which features are shown to you; one that could not be asked for is off',
  },
});
