import { credentialCalls } from '@portal/contract';
import { contractQuery } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';

const credentialsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getMemberCredentials: contractQuery(build, credentialCalls.getMemberCredentials),
    getWorkspaceCredentials: contractQuery(build, credentialCalls.getWorkspaceCredentials),
    getOwnCredentials: contractQuery(build, credentialCalls.getOwnCredentials),
  }),
});

export const { useGetMemberCredentialsQuery, useGetWorkspaceCredentialsQuery, useGetOwnCredentialsQuery } =
  credentialsApi;
