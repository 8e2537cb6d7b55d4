import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to a section if a link leads to it. The browser cannot, because the section appears after the members load. */
export function useScrollTarget(id: string) {
  const target = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${id}`) target.current?.scrollIntoView();
  }, [hash, id]);
  return target;
}
