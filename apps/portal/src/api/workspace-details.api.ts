import { workspaceCalls, type Workspace } from '@portal/contract';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { updateCache, type CachedQuery, type MutationLifecycle } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';
import { findRow } from './cache/use-all-pages.ts';
import { removeFromList, workspacesApi, type WorkspaceInput, type WorkspacesState } from './workspaces.api.ts';

/** The calls about one workspace. The list of workspaces does not load them. */
export const workspaceApi = workspacesApi.injectEndpoints({
  endpoints: (build) => ({
    getWorkspace: contractQuery(build, workspaceCalls.getWorkspace),
    createWorkspace: contractMutation(build, workspaceCalls.createWorkspace),
    updateWorkspace: contractMutation(build, workspaceCalls.updateWorkspace),
    deleteWorkspace: contractMutation(build, workspaceCalls.deleteWorkspace),
    setApprovals: contractMutation(build, workspaceCalls.setApprovals),
  }),
});

/** Invalidates what is cached of a workspace that the user deleted or left. A page that still shows it would get an error. */
export const clearWorkspaceCache = (id: string) =>
  portalApi.util.invalidateTags([
    { type: 'Workspace', id },
    { type: 'Member', id },
    { type: 'AuthToken', id },
  ]);

const cachedWorkspace = (id: string): CachedQuery<Workspace, WorkspacesState> => {
  const input = { params: { workspaceId: id } };
  return {
    tag: { type: 'Workspace', id },
    select: workspaceApi.endpoints.getWorkspace.select(input),
    update: (recipe) => workspaceApi.util.updateQueryData('getWorkspace', input, recipe),
    getRunningQuery: () => workspaceApi.util.getRunningQueryThunk('getWorkspace', input),
  };
};

/** Shows the saved workspace before the refetch, which the tags of the call cause, completes. */
const saveInCache = {
  onQueryStarted: ({ params }: WorkspaceInput, lifecycle: MutationLifecycle<WorkspacesState, Workspace>) => {
    const applyResult = (workspace: Workspace, saved: Workspace) => void Object.assign(workspace, saved);
    void updateCache(cachedWorkspace(params.workspaceId), { applyResult }, lifecycle);
  },
};

workspaceApi.enhanceEndpoints({
  endpoints: {
    updateWorkspace: saveInCache,
    setApprovals: saveInCache,
    // Nothing is refetched: the page that deleted the workspace still shows it, and would get an error.
    deleteWorkspace: { invalidatesTags: [], onQueryStarted: removeFromList },
  },
});

/** A workspace whose page has loaded it, or that is in the loaded list. Requests nothing. */
export function useCachedWorkspace(id: string | undefined): Workspace | undefined {
  const { data } = workspaceApi.endpoints.getWorkspace.useQueryState(
    id === undefined ? skipToken : { params: { workspaceId: id } },
  );
  const list = workspaceApi.endpoints.listWorkspaces.useInfiniteQueryState(undefined).data;
  return data ?? (list && findRow(list, (workspace) => workspace.id === id));
}

export const {
  useGetWorkspaceQuery,
  useCreateWorkspaceMutation,
  useUpdateWorkspaceMutation,
  useDeleteWorkspaceMutation,
  useSetApprovalsMutation,
} = workspaceApi;
