import { workspaceCalls, type Workspace } from '@portal/contract';
import { contractList, contractMutation, toRowsPage, contractQuery } from './cache/contract-endpoints.ts';
import { updateCache, type CachedQuery, type MutationLifecycle } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';
import { findRow, fullListPageSize, removeRows, useAllPages } from './cache/use-all-pages.ts';

export const workspacesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listWorkspaces: contractList(build, workspaceCalls.listWorkspaces, {
      limit: fullListPageSize,
      toPage: toRowsPage<Workspace>,
    }),
    setFavourite: contractMutation(build, workspaceCalls.setFavourite),
    setHidden: contractMutation(build, workspaceCalls.setHidden),
    setDefault: contractMutation(build, workspaceCalls.setDefault),
  }),
});

const select = workspacesApi.endpoints.listWorkspaces.select();
type WorkspacesState = Parameters<typeof select>[0];
type List = NonNullable<ReturnType<typeof select>['data']>;

const cachedList: CachedQuery<List, WorkspacesState> = {
  tag: 'Workspace',
  select,
  update: (recipe) => workspacesApi.util.updateQueryData('listWorkspaces', undefined, recipe),
  getRunningQuery: () => workspacesApi.util.getRunningQueryThunk('listWorkspaces', undefined),
};

const workspaceId = ({ id }: Workspace) => id;

export const useWorkspaces = () => useAllPages(workspacesApi.useListWorkspacesInfiniteQuery(), workspaceId);

/** Requests the list before its page is loaded. */
export const fetchWorkspaces = () => workspacesApi.endpoints.listWorkspaces.initiate(undefined, { subscribe: false });

interface WorkspaceInput {
  readonly params: { readonly workspaceId: string };
}

/** For preferences of one member, which change nothing else in the list. */
const memberPreference = {
  invalidatesTags: [],
  onQueryStarted: (
    { params, body }: WorkspaceInput & { readonly body: Partial<Pick<Workspace, 'isFavourite' | 'isHidden'>> },
    lifecycle: MutationLifecycle<WorkspacesState, unknown>,
  ) => {
    const find = (list: List) => findRow(list, ({ id }) => id === params.workspaceId);
    void updateCache(cachedList, { optimistic: { find, fields: body } }, lifecycle);
  },
};

/** For calls after which the user no longer has the workspace. The caller shows an error. */
export const removeFromList = (
  { params }: WorkspaceInput,
  lifecycle: MutationLifecycle<WorkspacesState, unknown>,
): void => {
  const applyResult = (list: List) => removeRows(list, ({ id }) => id === params.workspaceId);
  void updateCache(cachedList, { applyResult }, lifecycle);
};

workspacesApi.enhanceEndpoints({
  endpoints: {
    setFavourite: memberPreference,
    setHidden: memberPreference,
  },
});

export const { useSetFavouriteMutation, useSetHiddenMutation, useSetDefaultMutation } = workspacesApi;

/** The calls about one workspace. */
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

export const {
  useGetWorkspaceQuery,
  useCreateWorkspaceMutation,
  useUpdateWorkspaceMutation,
  useDeleteWorkspaceMutation,
  useSetApprovalsMutation,
} = workspaceApi;
