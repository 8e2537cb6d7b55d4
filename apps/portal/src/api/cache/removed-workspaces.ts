import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

type RemovedWorkspaces = Readonly<Record<string, string>>;

const noneRemoved: RemovedWorkspaces = {};

/**
 * The workspaces that the user deleted or left since the document was loaded, with the message about it, by id. A page of
 * such a workspace in the history redirects to the list. The state is not stored, because a link that the user opens later
 * may belong to a new invitation.
 */
export const removedWorkspaces = createSlice({
  name: 'removedWorkspaces',
  initialState: noneRemoved,
  reducers: {
    workspaceRemoved: (state, { payload }: PayloadAction<{ workspaceId: string; message: string }>) => ({
      ...state,
      [payload.workspaceId]: payload.message,
    }),
  },
});

export const { workspaceRemoved } = removedWorkspaces.actions;

type WithRemovedWorkspaces = { readonly [removedWorkspaces.name]: RemovedWorkspaces };

/** The message about a workspace that the user deleted or left. */
export const useRemovalMessage = (workspaceId: string) =>
  useSelector((state: WithRemovedWorkspaces) => state[removedWorkspaces.name][workspaceId]);
