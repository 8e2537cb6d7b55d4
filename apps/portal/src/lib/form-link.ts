import { useEffect, useEffectEvent } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** The `state` of a link that leads to a form. The page focuses the first field of the form instead of its own heading. */
export const formLink = { opensForm: true } as const;

const isFormLink = (state: unknown): boolean => (state as Partial<typeof formLink> | null)?.opensForm === true;

/** Focuses the first field of a form each time that such a link is followed, but not on a reload or by the back button. */
export function useFormLinkFocus(focusFirstField: () => void): void {
  const location = useLocation();
  const { key } = location;
  const navigationType = useNavigationType();
  const focus = useEffectEvent(focusFirstField);
  const isFollowed = isFormLink(location.state) && navigationType !== NavigationType.Pop;
  useEffect(() => {
    if (!isFollowed) return undefined;
    // After the navigation has focused the heading of the page.
    const frame = requestAnimationFrame(() => focus());
    return () => cancelAnimationFrame(frame);
  }, [key, isFollowed]);
}
