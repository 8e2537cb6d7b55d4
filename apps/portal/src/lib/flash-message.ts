import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The location state with which a page that changed the workspaces of the user navigates to their list. */
export interface FlashMessage {
  readonly message: string;
  /** Whether it was the user's default workspace. */
  readonly removedDefault?: boolean;
  /** The workspace that the user joined. */
  readonly joinedWorkspaceId?: string;
}

/** The message of the navigation to this page. It is not shown again after a reload or a step back. */
export function useFlashMessage(): FlashMessage | undefined {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const state = location.state as FlashMessage | { message?: never } | null;
  const flash = state?.message === undefined ? undefined : state;
  const [shownFlash] = useState(flash);
  useEffect(() => {
    if (flash) void navigate(pathname + search, { replace: true });
  }, [navigate, flash, pathname, search]);
  return shownFlash;
}
