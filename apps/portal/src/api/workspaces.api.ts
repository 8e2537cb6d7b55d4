import { workspaceCalls, type Workspace } from '@portal/contract';
import { findRow, removeRows, useAllPages, wholeListPageSize } from './all-pages.ts';
import { contractList, contractMutation, contractQuery, pageOfRows } from './contract-endpoints.ts';
import { updateCache, type CachedQuery, type MutationLifecycle } from './optimistic-update.ts';
import { portalApi } from './portal-api.ts';

export const workspacesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listWorkspaces: contractList(build, workspaceCalls.listWorkspaces, {
      limit: wholeListPageSize,
      toPage: pageOfRows<Workspace>,
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
  running: () => workspacesApi.util.getRunningQueryThunk('listWorkspaces', undefined),
};

const workspaceId = ({ id }: Workspace) => id;

/** The user's workspaces. */
export const useWorkspaces = () => useAllPages(workspacesApi.useListWorkspacesInfiniteQuery(), workspaceId);

/** Requests the list before its page does. */
export const fetchWorkspaces = () => workspacesApi.endpoints.listWorkspaces.initiate(undefined, { subscribe: false });

interface OfWorkspace {
  readonly params: { readonly workspaceId: string };
}

/** A mark that only this member sees: nothing else of the list can change with it. */
const marks = {
  invalidatesTags: [],
  onQueryStarted: (
    { params, body }: OfWorkspace & { readonly body: Partial<Pick<Workspace, 'isFavourite' | 'isHidden'>> },
    lifecycle: MutationLifecycle<State, unknown>,
  ) => {
    const find = (list: List) => findRow(list, ({ id }) => id === params.workspaceId);
    void updateCache(cachedList, { optimistic: { find, fields: body } }, lifecycle);
  },
};

/** For calls that end a workspace for this user. The caller shows an error. */
export const removeFromList = ({ params }: OfWorkspace, lifecycle: MutationLifecycle<State, unknown>): void => {
  const confirmed = (list: List) => removeRows(list, ({ id }) => id === params.workspaceId);
  void updateCache(cachedList, { confirmed }, lifecycle);
};

workspacesApi.enhanceEndpoints({
  endpoints: {
    setFavourite: marks,
    setHidden: marks,
    // Nothing is read again: the page that deleted the workspace still shows it, and would get an error.
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
