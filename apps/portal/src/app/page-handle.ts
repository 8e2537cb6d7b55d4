import { useMatches } from 'react-router';
import type { RouteName } from '../lib/paths.ts';

/** The `handle` of a page's route, which the layout reads. */
export interface PageHandle {
  readonly route: RouteName;
  readonly title: string;
  /** Leaves out the header and its banners, or the whole layout. Default: the full layout. */
  readonly layout?: 'no-header' | 'bare';
  /** Why the page requires a login, if it gives a reason. */
  readonly loginReason?: string;
}

/** The handle of the current page. */
export function usePageHandle(): PageHandle {
  const handle = useMatches().at(-1)?.handle;
  if (!handle) throw new Error('The route has no handle');
  return handle as PageHandle;
}
