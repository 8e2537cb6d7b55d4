import { loginSecurityCalls } from '@portal/contract';
import { contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';

const loginSecurityApi = portalApi.enhanceEndpoints({ addTagTypes: ['UserSession'] }).injectEndpoints({
  endpoints: (build) => ({
    getLoginSecurity: contractQuery(build, loginSecurityCalls.getLoginSecurity),
    requestPasswordChange: contractMutation(build, loginSecurityCalls.requestPasswordChange),
    startSecondFactor: contractMutation(build, loginSecurityCalls.startSecondFactor),
  }),
});

export const { useGetLoginSecurityQuery, useRequestPasswordChangeMutation, useStartSecondFactorMutation } =
  loginSecurityApi;
