import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { tabStorage } from './tab-storage.ts';

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

/** By user: another user may log in in the same tab. */
const keyOf = (userId: string, workspaceId: string) => `SI:ENDED:${userId}/${workspaceId}`;

/** Remembers in this tab that the user deleted or left a workspace, for the way back to one of its pages. */
export const rememberEnd = (userId: string, workspaceId: string, ended: string) =>
  void tabStorage.write(keyOf(userId, workspaceId), ended);

/** What became of a workspace that the user deleted or left in this tab. */
export const endOf = (userId: string, workspaceId: string) => tabStorage.read(keyOf(userId, workspaceId));
