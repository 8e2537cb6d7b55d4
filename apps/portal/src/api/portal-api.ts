import type { Tag } from '@portal/contract';
import { createApi } from '@reduxjs/toolkit/query/react';
import { createContractQuery } from '../http/base-query.ts';
import { apiPath } from './contract-endpoints.ts';

const tags: readonly Tag[] = ['Session', 'Workspace', 'Member', 'AuthToken', 'Legal', 'Billing'];

/** The API as the store knows it; each feature's calls are added by the module that needs them. */
export const portalApi = createApi({
  reducerPath: apiPath,
  baseQuery: createContractQuery(),
  tagTypes: tags,
  endpoints: () => ({}),
});
