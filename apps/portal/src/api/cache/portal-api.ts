import type { Tag } from '@portal/contract';
import { createApi } from '@reduxjs/toolkit/query/react';
import { contractBaseQuery } from '../http/base-query.ts';
import { apiReducerPath } from './contract-endpoints.ts';

const tags: readonly Tag[] = [
  'Session',
  'EmailPreferences',
  'Workspace',
  'Member',
  'Invitation',
  'MyInvitation',
  'AuthToken',
  'Legal',
  'Billing',
];

/** The RTK Query API. The `*.api.ts` modules inject the endpoints of their calls. */
export const portalApi = createApi({
  reducerPath: apiReducerPath,
  baseQuery: contractBaseQuery,
  tagTypes: tags,
  endpoints: () => ({}),
});
