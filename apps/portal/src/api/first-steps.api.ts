import { firstStepsCalls } from '@portal/contract';
import { contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';
import { updateCachedUser } from './session.api.ts';

const firstStepsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getFirstSteps: contractQuery(build, firstStepsCalls.getFirstSteps),
    closeFirstSteps: contractMutation(build, firstStepsCalls.closeFirstSteps),
  }),
});

firstStepsApi.enhanceEndpoints({ endpoints: { closeFirstSteps: { onQueryStarted: updateCachedUser } } });

export const { useGetFirstStepsQuery, useCloseFirstStepsMutation } = firstStepsApi;
