import { legalCalls } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { keepUserOf } from './keep-user-of.ts';
import { portalApi } from './portal-api.ts';

const legalApi = portalApi
  .injectEndpoints({ endpoints: (build) => endpointsFor(build, legalCalls) })
  .enhanceEndpoints({ endpoints: { agreeToTos: { onQueryStarted: keepUserOf } } });

export const { useGetLegalDocumentsQuery, useAgreeToTosMutation } = legalApi;
