import { workspaceCalls, type Workspace } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { portalApi } from './portal-api.ts';

interface Change {
  readonly params: { readonly workspaceId: string };
  readonly body: Partial<Pick<Workspace, 'isFavourite' | 'isHidden'>>;
}

const workspacesApi = portalApi.injectEndpoints({ endpoints: (build) => endpointsFor(build, workspaceCalls) });

const changeInList = ({ params, body }: Change) =>
  workspacesApi.util.updateQueryData('listWorkspaces', undefined, (workspaces) => {
    const changed = workspaces.find((workspace) => workspace.id === params.workspaceId);
    if (changed) Object.assign(changed, body);
  });

/** Takes a workspace that is gone out of the list. */
const dropFromList = (workspaceId: string) =>
  workspacesApi.util.updateQueryData('listWorkspaces', undefined, (workspaces) =>
    workspaces.filter((workspace) => workspace.id !== workspaceId),
  );

interface Started {
  readonly dispatch: (action: ReturnType<typeof changeInList>) => { undo: () => void };
  readonly queryFulfilled: Promise<unknown>;
}

/** Shows a change at once and takes it back if it fails. */
function showAtOnce(change: Change, { dispatch, queryFulfilled }: Started): void {
  const patch = dispatch(changeInList(change));
  void queryFulfilled.catch(patch.undo);
}

interface Ending {
  readonly dispatch: (action: ReturnType<typeof dropFromList>) => unknown;
  readonly queryFulfilled: Promise<unknown>;
}

/** For calls that end a workspace for this person: once they succeed it is gone from the list. The caller shows a failure. */
export function dropOnceEnded({ params }: Pick<Change, 'params'>, { dispatch, queryFulfilled }: Ending): void {
  void queryFulfilled.then(
    () => dispatch(dropFromList(params.workspaceId)),
    () => undefined,
  );
}

workspacesApi.enhanceEndpoints({
  endpoints: {
    setFavourite: { onQueryStarted: showAtOnce },
    setHidden: { onQueryStarted: showAtOnce },
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
} = workspacesApi;
