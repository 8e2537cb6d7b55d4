import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What the page of something that is no more hands to the page that it leads to. */
export interface EndTold {
  readonly ended: string;
}

/** What has just ended; told once, so not again after a reload or a way back. */
export function useEndTold(): string | undefined {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const now = (location.state as Partial<EndTold> | null)?.ended;
  const [told] = useState(now);
  useEffect(() => {
    if (now !== undefined) void navigate(pathname + search, { replace: true });
  }, [navigate, now, pathname, search]);
  return told;
}
