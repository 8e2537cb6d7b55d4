import { workspaceOverviewCalls } from '@portal/contract';
import { contractQuery } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';

const workspaceOverviewApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getWorkspaceOverview: contractQuery(build, workspaceOverviewCalls.getWorkspaceOverview),
  }),
});

export const { useGetWorkspaceOverviewQuery } = workspaceOverviewApi;
