import { userCalls } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { asFailure } from '../http/failure.ts';
import { noteEmailCheck } from './email-checks.ts';
import { keepUserOf } from './keep-user-of.ts';
import { portalApi } from './portal-api.ts';
import { knownLogin, markVerified, reloadUser, whoamiUnderWay } from './session.api.ts';
import { invitationsReported } from './waiting-invitations.ts';

const usersApi = portalApi.injectEndpoints({ endpoints: (build) => endpointsFor(build, userCalls) }).enhanceEndpoints({
  endpoints: {
    updateProfile: { onQueryStarted: keepUserOf },
    completeProfile: { onQueryStarted: keepUserOf },
    refreshAuth0Profile: {
      onQueryStarted: async (input, request) => {
        noteEmailCheck(input.params.userId);
        keepUserOf(input, request);
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
