import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';

/** What the page of a workspace that the user deleted or left hands to the list of workspaces. */
export interface EndTold {
  readonly ended: string;
  /** Whether it was the user's default workspace. */
  readonly wasDefault?: boolean;
}

/** What has just ended; returned once, so not again after a reload or a step back. */
export function useEndTold(): EndTold | undefined {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const state = location.state as EndTold | { ended?: never } | null;
  const now = state?.ended === undefined ? undefined : state;
  const [told] = useState(now);
  useEffect(() => {
    if (now) void navigate(pathname + search, { replace: true });
  }, [navigate, now, pathname, search]);
  return told;
}

type EndedWorkspaces = Readonly<Record<string, string>>;

const noneEnded: EndedWorkspaces = {};

/**
 * What became of the workspaces that the user deleted or left, by id, for the way back to one of their pages. It ends with
 * the document: a link that the user opens later may come with a new invitation.
 */
export const endedWorkspaces = createSlice({
  name: 'endedWorkspaces',
  initialState: noneEnded,
  reducers: {
    workspaceEnded: (state, { payload }: PayloadAction<{ workspaceId: string; ended: string }>) => ({
      ...state,
      [payload.workspaceId]: payload.ended,
    }),
  },
});

export const { workspaceEnded } = endedWorkspaces.actions;

type WithEndedWorkspaces = { readonly [endedWorkspaces.name]: EndedWorkspaces };

/** What became of a workspace that the user deleted or left in this document. */
export const useEndOf = (workspaceId: string) =>
  useSelector((state: WithEndedWorkspaces) => state[endedWorkspaces.name][workspaceId]);
