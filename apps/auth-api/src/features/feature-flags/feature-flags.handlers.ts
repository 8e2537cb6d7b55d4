import type { featureFlagCalls } from '@portal/contract';
import type { Handlers } from '../../request/call/types.ts';

export const featureFlagHandlers: Handlers<typeof featureFlagCalls> = {
  listFeatureFlags: (_input, { actor, services }) => services.featureFlags.read(actor.user),
};
