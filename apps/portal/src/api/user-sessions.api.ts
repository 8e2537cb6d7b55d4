import { userSessionCalls } from '@portal/contract';
import { contractList, contractMutation, toResponsePage } from './contract-endpoints.ts';
import { portalApi } from './portal-api.ts';

const pageSize = 50;

const userSessionsApi = portalApi.enhanceEndpoints({ addTagTypes: ['UserSession'] }).injectEndpoints({
  endpoints: (build) => ({
    listSessions: contractList(build, userSessionCalls.listSessions, { limit: pageSize, toPage: toResponsePage }),
    endSession: contractMutation(build, userSessionCalls.endSession),
    endOtherSessions: contractMutation(build, userSessionCalls.endOtherSessions),
  }),
});

export const { useListSessionsInfiniteQuery, useEndSessionMutation, useEndOtherSessionsMutation } = userSessionsApi;
