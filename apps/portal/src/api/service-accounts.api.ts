import { serviceAccountCalls, type WorkspaceRole } from '@portal/contract';
import { contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';

const serviceAccountsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listServiceAccounts: contractQuery(build, serviceAccountCalls.listServiceAccounts),
    createServiceAccount: contractMutation(build, serviceAccountCalls.createServiceAccount),
    updateServiceAccount: contractMutation(build, serviceAccountCalls.updateServiceAccount),
    deleteServiceAccount: contractMutation(build, serviceAccountCalls.deleteServiceAccount),
  }),
});

/** Only the owner and approvers see the service accounts of a workspace. */
export const canSeeServiceAccounts = (role: WorkspaceRole) => role !== 'EDITOR';

/** The service accounts of a workspace. Sends no request for a role that may not see them. */
export const useServiceAccounts = ({ id: workspaceId, role }: { readonly id: string; readonly role: WorkspaceRole }) =>
  serviceAccountsApi.useListServiceAccountsQuery({ params: { workspaceId } }, { skip: !canSeeServiceAccounts(role) });

export const { useCreateServiceAccountMutation, useUpdateServiceAccountMutation, useDeleteServiceAccountMutation } =
  serviceAccountsApi;
