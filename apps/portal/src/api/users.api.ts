import { userCalls } from '@portal/contract';
import { contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { recordEmailCheck } from './cache/email-checks.ts';
import { portalApi } from './cache/portal-api.ts';
import { toRequestError } from './http/request-error.ts';
import { getRunningWhoami, markEmailVerified, refetchWhoami, updateCachedUser } from './session.api.ts';

export const usersApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    updateProfile: contractMutation(build, userCalls.updateProfile),
    listOtherLogins: contractQuery(build, userCalls.listOtherLogins),
    completeProfile: contractMutation(build, userCalls.completeProfile),
    refreshAuth0Profile: contractMutation(build, userCalls.refreshAuth0Profile),
    resendEmailVerification: contractMutation(build, userCalls.resendEmailVerification),
  }),
});

usersApi.enhanceEndpoints({
  endpoints: {
    updateProfile: { onQueryStarted: updateCachedUser },
    completeProfile: { onQueryStarted: updateCachedUser },
    refreshAuth0Profile: {
      onQueryStarted: (input, request) => {
        recordEmailCheck(input.params.userId);
        updateCachedUser(input, request);
      },
    },
    resendEmailVerification: {
      onQueryStarted: async (_input, request) => {
        // The caller shows an error.
        await request.queryFulfilled.catch(() => undefined);
        if (toRequestError(request.getCacheEntry().error)?.type !== 'EmailAlreadyVerified') return;
        await request.dispatch(getRunningWhoami());
        request.dispatch(markEmailVerified());
        void request.dispatch(refetchWhoami());
      },
    },
  },
});

export const {
  useListOtherLoginsQuery,
  useUpdateProfileMutation,
  useCompleteProfileMutation,
  useRefreshAuth0ProfileMutation,
  useResendEmailVerificationMutation,
} = usersApi;
