import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import {
  NewServiceAccount,
  ServiceAccountEdit,
  ServiceAccountParams,
  ServiceAccountResult,
  ServiceAccounts,
  maxServiceAccounts,
} from './service-accounts.schemas.ts';

const requires = ['verifiedEmail', 'acceptedTerms'] as const;
const owner = { who: 'member', roles: ['OWNER'], requires } as const;

/** The service accounts of a workspace: the owner manages them, approvers see them. Source: decision 84. */
export const serviceAccountCalls = defineCalls({
  listServiceAccounts: {
    method: 'GET',
    path: '/workspaces/:workspaceId/serviceAccounts',
    access: { who: 'member', roles: ['OWNER', 'APPROVER'], requires, scope: 'tokens:read' },
    params: WorkspaceParams,
    result: ServiceAccounts,
    providesTags: ['ServiceAccount'],
    summary: 'List the service accounts of a workspace by name',
  },
  createServiceAccount: {
    method: 'POST',
    path: '/workspaces/:workspaceId/serviceAccounts',
    access: owner,
    params: WorkspaceParams,
    body: NewServiceAccount,
    result: ServiceAccountResult,
    invalidatesTags: ['ServiceAccount'],
    errors: ['ServiceAccountNameTaken', 'TooManyServiceAccounts'],
    recentLogin: 'STEP_UP_MAX_AGE_MINUTES',
    audited: true,
    summary: `Create a service account; a workspace can have ${maxServiceAccounts}`,
  },
  updateServiceAccount: {
    method: 'PATCH',
    path: '/workspaces/:workspaceId/serviceAccounts/:serviceAccountId',
    access: owner,
    params: ServiceAccountParams,
    body: ServiceAccountEdit,
    result: ServiceAccountResult,
    invalidatesTags: ['ServiceAccount'],
    errors: ['ServiceAccountNotFound', 'ServiceAccountNameTaken'],
    recentLogin: 'STEP_UP_MAX_AGE_MINUTES',
    audited: true,
    summary: 'Change the name, the description or the role of a service account',
  },
  deleteServiceAccount: {
    method: 'DELETE',
    path: '/workspaces/:workspaceId/serviceAccounts/:serviceAccountId',
    access: owner,
    params: ServiceAccountParams,
    result: EmptyResult,
    invalidatesTags: ['ServiceAccount', 'AuthToken'],
    errors: ['ServiceAccountNotFound'],
    endsAccess: true,
    audited: true,
    summary: 'Delete a service account and revoke its API tokens; its name stays reserved',
  },
});
