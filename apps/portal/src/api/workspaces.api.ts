import { workspaceCalls, type Workspace } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { rowToChange, withRows } from './change-rows.ts';
import { listInPages } from './list-in-pages.ts';
import { loadAgainIfCrossed } from './load-again-if-crossed.ts';
import { portalApi } from './portal-api.ts';
import { showAtOnce } from './show-at-once.ts';

export const workspacesInPages = {
  call: workspaceCalls.listWorkspaces,
  keep: (rows: Workspace[]) => ({ rows }),
  idOf: ({ id }: Workspace) => id,
};

export const workspacesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    ...endpointsFor(build, workspaceCalls),
    listWorkspaces: listInPages(build, workspacesInPages),
  }),
});

const changeInList = (workspaceId: string) => (change: (workspace: Workspace) => void) =>
  workspacesApi.util.updateQueryData('listWorkspaces', undefined, ({ rows }) => {
    const changed = rowToChange(rows, ({ id }) => id === workspaceId);
    if (changed) change(changed);
  });

/** Takes a workspace that is gone out of the list. */
const dropFromList = (workspaceId: string) =>
  workspacesApi.util.updateQueryData('listWorkspaces', undefined, (list) =>
    withRows(list, (rows) => rows.filter(({ id }) => id !== workspaceId)),
  );

interface Change {
  readonly params: { readonly workspaceId: string };
  readonly body: Partial<Pick<Workspace, 'isFavourite' | 'isHidden'>>;
}

const selectList = workspacesApi.endpoints.listWorkspaces.select();

interface Started {
  readonly dispatch: (action: ReturnType<typeof dropFromList | typeof portalApi.util.invalidateTags>) => unknown;
  readonly getState: () => Parameters<typeof selectList>[0];
  readonly queryFulfilled: Promise<unknown>;
}

/** What a member marks for themself shows in the list at once; nothing else of the list can have changed by it. */
const marked = {
  invalidatesTags: [],
  onQueryStarted: ({ params, body }: Change, started: Started) => {
    showAtOnce(changeInList(params.workspaceId), body, started);
    loadAgainIfCrossed(selectList, 'Workspace', started);
  },
};

/** For calls that end a workspace for this person: once they succeed it is gone from the list. The caller shows a failure. */
export function dropOnceEnded({ params }: Pick<Change, 'params'>, started: Started): void {
  void started.queryFulfilled.then(
    () => started.dispatch(dropFromList(params.workspaceId)),
    () => undefined,
  );
  loadAgainIfCrossed(selectList, 'Workspace', started);
}

/** Asks for the list before its page is there to do so; ends once it is answered. */
export const fetchWorkspaces = () => workspacesApi.endpoints.listWorkspaces.initiate(undefined, { subscribe: false });

workspacesApi.enhanceEndpoints({
  endpoints: {
    setFavourite: marked,
    setHidden: marked,
    deleteWorkspace: {
      // Not asked for again: the page that deleted it still shows it, and there is nothing to be had any more.
      invalidatesTags: [],
      onQueryStarted: dropOnceEnded,
    },
  },
});

export const {
  useListWorkspacesQuery,
  useGetWorkspaceQuery,
  useCreateWorkspaceMutation,
  useUpdateWorkspaceMutation,
  useDeleteWorkspaceMutation,
  useSetFavouriteMutation,
  useSetHiddenMutation,
  useSetDefaultMutation,
  useSetApprovalsMutation,
} = workspacesApi;
