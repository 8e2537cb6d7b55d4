import { accessCalls } from '@portal/contract';
import { contractQuery } from './contract-endpoints.ts';
import { portalApi } from './portal-api.ts';

const accessApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getMemberAccess: contractQuery(build, accessCalls.getMemberAccess),
    getWorkspaceAccess: contractQuery(build, accessCalls.getWorkspaceAccess),
  }),
});

export const { useGetMemberAccessQuery, useGetWorkspaceAccessQuery } = accessApi;
