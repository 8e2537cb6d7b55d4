import { focusRow } from '@portal/ui';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { rowFragment, type LinkedList } from '../lib/paths.ts';

/** The id of the row that the address of the page leads to; undefined if it leads to none. */
export function useLinkedRow(list: LinkedList): string | undefined {
  const { hash } = useLocation();
  const start = rowFragment(list);
  return hash.startsWith(start) ? hash.slice(start.length).toUpperCase() : undefined;
}

/** Scrolls to the row and focuses it, when it is shown and each time that the link is followed. */
export function useLinkedRowFocus(id: string | undefined, isShown: boolean): void {
  // The key changes when the same link is followed again.
  const { key } = useLocation();
  useEffect(() => {
    if (id === undefined || !isShown) return undefined;
    // After the navigation has focused the heading of the page.
    const frame = requestAnimationFrame(() => focusRow(id));
    return () => cancelAnimationFrame(frame);
  }, [id, isShown, key]);
}
