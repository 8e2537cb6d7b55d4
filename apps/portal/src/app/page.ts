import { useMatches } from 'react-router';
import type { RouteName } from '../navigation/paths.ts';

/** What a page's route tells the layout around it, as the `handle` of the route. */
export interface Page {
  readonly route: RouteName;
  readonly title: string;
  /** How much of the layout it does without. */
  readonly without?: 'header' | 'frame';
  /** Why it requires a login, where that needs saying. */
  readonly loginReason?: string;
}

/** The page that is shown. */
export function usePage(): Page {
  const handle = useMatches().at(-1)?.handle;
  if (!handle) throw new Error('The route has no page');
  return handle as Page;
}
