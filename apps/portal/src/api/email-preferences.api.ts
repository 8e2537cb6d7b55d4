import { accountEmailCalls } from '@portal/contract';
import { contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { updateCache, type CachedQuery } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';

const preferencesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getEmailPreferences: contractQuery(build, accountEmailCalls.getEmailPreferences),
    updateEmailPreferences: contractMutation(build, accountEmailCalls.updateEmailPreferences),
  }),
});

type Select = ReturnType<typeof preferencesApi.endpoints.getEmailPreferences.select>;
type Result = NonNullable<ReturnType<Select>['data']>;

const cachedPreferences = (userId: string): CachedQuery<Result, Parameters<Select>[0]> => {
  const input = { params: { userId } };
  return {
    tag: 'EmailPreferences',
    select: preferencesApi.endpoints.getEmailPreferences.select(input),
    update: (recipe) => preferencesApi.util.updateQueryData('getEmailPreferences', input, recipe),
    getRunningQuery: () => preferencesApi.util.getRunningQueryThunk('getEmailPreferences', input),
  };
};

preferencesApi.enhanceEndpoints({
  endpoints: {
    updateEmailPreferences: {
      invalidatesTags: [],
      onQueryStarted: ({ params, body }, lifecycle) => {
        const find = ({ emailPreferences }: Result) => emailPreferences;
        const { tokenExpiring, invitationAccepted, memberLeft } = body ?? {};
        const fields = {
          ...(tokenExpiring !== undefined && { tokenExpiring }),
          ...(invitationAccepted !== undefined && { invitationAccepted }),
          ...(memberLeft !== undefined && { memberLeft }),
        };
        void updateCache(cachedPreferences(params.userId), { optimistic: { find, fields } }, lifecycle);
      },
    },
  },
});

export const { useGetEmailPreferencesQuery, useUpdateEmailPreferencesMutation } = preferencesApi;
