import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What the page of something that is no more hands to the page that it leads to. */
export interface EndTold {
  readonly ended: string;
  /** Whether it was this person's default workspace. */
  readonly wasDefault?: boolean;
}

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
