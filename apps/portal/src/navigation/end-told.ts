import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { tabStorage } from './tab-storage.ts';

/** What the page of something that is no more hands to the page that it leads to. */
export interface EndTold {
  readonly ended: string;
  /** Whether it was this person's default workspace. */
  readonly wasDefault?: boolean;
}

const keyOf = (workspaceId: string) => `SI:ENDED:${workspaceId}`;

/** Remembers in this tab that the user deleted or left a workspace, for the way back to one of its pages. */
export const rememberEnd = (workspaceId: string, ended: string) => void tabStorage.write(keyOf(workspaceId), ended);

/** What became of a workspace that the user deleted or left in this tab. */
export const endOf = (workspaceId: string) => tabStorage.read(keyOf(workspaceId));

/** What has just ended; told once, so not again after a reload or a way back. */
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
