import { focusSectionHeading } from '@portal/ui';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to a section and focuses its heading if a link leads to it. The browser cannot, because the section appears after the
 * members load.
 */
export function useScrollTarget(id: string | undefined) {
  const target = useRef<HTMLElement>(null);
  // The key changes when the same link is followed again.
  const { hash, key } = useLocation();
  useEffect(() => {
    if (id === undefined || hash !== `#${id}`) return undefined;
    // After the navigation has focused the heading of the page.
    const frame = requestAnimationFrame(() => {
      target.current?.scrollIntoView();
      focusSectionHeading(target.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, id, key]);
  return target;
}
