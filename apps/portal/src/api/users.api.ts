import { userCalls } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { keepUserOf } from './keep-user-of.ts';
import { portalApi } from './portal-api.ts';

const usersApi = portalApi.injectEndpoints({ endpoints: (build) => endpointsFor(build, userCalls) }).enhanceEndpoints({
  endpoints: {
    updateProfile: { onQueryStarted: keepUserOf },
    completeProfile: { onQueryStarted: keepUserOf },
    refreshAuth0Profile: { onQueryStarted: keepUserOf },
  },
});

export const {
  useUpdateProfileMutation,
  useCompleteProfileMutation,
  useRefreshAuth0ProfileMutation,
  useResendEmailVerificationMutation,
} = usersApi;
