import { workspaceCalls, type Workspace } from '@portal/contract';
import { contractList, contractMutation, contractQuery, toRowsPage } from './contract-endpoints.ts';
import { updateCache, type CachedQuery, type MutationLifecycle } from './optimistic-update.ts';
import { portalApi } from './portal-api.ts';
import { findRow, fullListPageSize, removeRows, useAllPages } from './use-all-pages.ts';

export const workspacesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listWorkspaces: contractList(build, workspaceCalls.listWorkspaces, {
      limit: fullListPageSize,
      toPage: toRowsPage<Workspace>,
    }),
    getWorkspace: contractQuery(build, workspaceCalls.getWorkspace),
    createWorkspace: contractMutation(build, workspaceCalls.createWorkspace),
    updateWorkspace: contractMutation(build, workspaceCalls.updateWorkspace),
    deleteWorkspace: contractMutation(build, workspaceCalls.deleteWorkspace),
    setFavourite: contractMutation(build, workspaceCalls.setFavourite),
    setHidden: contractMutation(build, workspaceCalls.setHidden),
    setDefault: contractMutation(build, workspaceCalls.setDefault),
    setApprovals: contractMutation(build, workspaceCalls.setApprovals),
  }),
});

const select = workspacesApi.endpoints.listWorkspaces.select();
type State = Parameters<typeof select>[0];
type List = NonNullable<ReturnType<typeof select>['data']>;

const cachedList: CachedQuery<List, State> = {
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
    lifecycle: MutationLifecycle<State, unknown>,
  ) => {
    const find = (list: List) => findRow(list, ({ id }) => id === params.workspaceId);
    void updateCache(cachedList, { optimistic: { find, fields: body } }, lifecycle);
  },
};

/** For calls after which the user no longer has the workspace. The caller shows an error. */
export const removeFromList = ({ params }: WorkspaceInput, lifecycle: MutationLifecycle<State, unknown>): void => {
  const applyResult = (list: List) => removeRows(list, ({ id }) => id === params.workspaceId);
  void updateCache(cachedList, { applyResult }, lifecycle);
};

/** Invalidates what is cached of a workspace that the user deleted or left. A page that still shows it would get an error. */
export const clearWorkspaceCache = (id: string) =>
  portalApi.util.invalidateTags([
    { type: 'Workspace', id },
    { type: 'Member', id },
    { type: 'AuthToken', id },
  ]);

const cachedWorkspace = (id: string): CachedQuery<Workspace, State> => {
  const input = { params: { workspaceId: id } };
  return {
    tag: { type: 'Workspace', id },
    select: workspacesApi.endpoints.getWorkspace.select(input),
    update: (recipe) => workspacesApi.util.updateQueryData('getWorkspace', input, recipe),
    getRunningQuery: () => workspacesApi.util.getRunningQueryThunk('getWorkspace', input),
  };
};

/** Shows the saved workspace before the refetch, which the tags of the call cause, completes. */
const saveInCache = {
  onQueryStarted: ({ params }: WorkspaceInput, lifecycle: MutationLifecycle<State, Workspace>) => {
    const applyResult = (workspace: Workspace, saved: Workspace) => void Object.assign(workspace, saved);
    void updateCache(cachedWorkspace(params.workspaceId), { applyResult }, lifecycle);
  },
};

workspacesApi.enhanceEndpoints({
  endpoints: {
    updateWorkspace: saveInCache,
    setApprovals: saveInCache,
    setFavourite: memberPreference,
    setHidden: memberPreference,
    // Nothing is refetched: the page that deleted the workspace still shows it, and would get an error.
    deleteWorkspace: { invalidatesTags: [], onQueryStarted: removeFromList },
  },
});

export const {
  useGetWorkspaceQuery,
  useCreateWorkspaceMutation,
  useUpdateWorkspaceMutation,
  useDeleteWorkspaceMutation,
  useSetFavouriteMutation,
  useSetHiddenMutation,
  useSetDefaultMutation,
  useSetApprovalsMutation,
} = workspacesApi;
