import { useMatches } from 'react-router';
import type { RouteName } from '../lib/paths.ts';

/** The `handle` of a page's route, which the layout reads. */
export interface PageHandle {
  readonly route: RouteName;
  readonly title: string;
  /** The part of the layout that the page does not have. A page without `frame` has none of it. */
  readonly without?: 'header' | 'frame';
  /** Why the page requires a login, if it gives a reason. */
  readonly loginReason?: string;
}

/** The handle of the current page. */
export function usePageHandle(): PageHandle {
  const handle = useMatches().at(-1)?.handle;
  if (!handle) throw new Error('The route has no handle');
  return handle as PageHandle;
}
