import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The `state` of a link to an API token that also opens the dialog in which it is rotated. */
export const rotationLink = { rotatesToken: true } as const;

const isRotationLink = (state: unknown): boolean =>
  (state as Partial<typeof rotationLink> | null)?.rotatesToken === true;

/** Whether such a link led to the page. Removes the state from the history, so that a reload does not open the dialog again. */
export function useRotationLink(): boolean {
  const location = useLocation();
  const { pathname, search, hash } = location;
  const navigate = useNavigate();
  const asksToRotate = isRotationLink(location.state);
  const [wasFollowed] = useState(asksToRotate);
  useEffect(() => {
    if (asksToRotate) void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  }, [asksToRotate, navigate, pathname, search, hash]);
  return wasFollowed;
}
