import { userCalls } from '@portal/contract';
import { asFailure } from '../http/failure.ts';
import { contractMutation } from './contract-endpoints.ts';
import { noteEmailCheck } from './email-checks.ts';
import { portalApi } from './portal-api.ts';
import { knownLogin, markVerified, reloadUser, updateCachedUser, whoamiUnderWay } from './session.api.ts';
import { invitationsReported } from './waiting-invitations.ts';

const usersApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    updateProfile: contractMutation(build, userCalls.updateProfile),
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
      onQueryStarted: async (input, request) => {
        noteEmailCheck(input.params.userId);
        updateCachedUser(input, request);
        // The caller shows a failure.
        const answer = await request.queryFulfilled.catch(() => null);
        if (!answer) return;
        const login = knownLogin(request.getState());
        if (login !== null) request.dispatch(invitationsReported(login, answer.data.invitationsWaiting));
      },
    },
    resendEmailVerification: {
      onQueryStarted: async (_input, request) => {
        // The caller shows a failure.
        await request.queryFulfilled.catch(() => undefined);
        if (asFailure(request.getCacheEntry().error)?.type !== 'EmailAlreadyVerified') return;
        await request.dispatch(whoamiUnderWay());
        request.dispatch(markVerified());
        void request.dispatch(reloadUser());
      },
    },
  },
});

export const {
  useUpdateProfileMutation,
  useCompleteProfileMutation,
  useRefreshAuth0ProfileMutation,
  useResendEmailVerificationMutation,
} = usersApi;
