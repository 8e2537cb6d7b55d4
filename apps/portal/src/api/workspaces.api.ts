import { workspaceCalls, type Workspace } from '@portal/contract';
import { contractList, contractMutation, toRowsPage } from './cache/contract-endpoints.ts';
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
export type WorkspacesState = Parameters<typeof select>[0];
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

export interface WorkspaceInput {
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
