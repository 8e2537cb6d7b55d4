import { useMatches } from 'react-router';
import type { PageHandle } from './router.tsx';

const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'route' in handle;

/** What the page that is shown tells of itself. */
export function useCurrentPage(): PageHandle | undefined {
  return useMatches()
    .map((match) => match.handle)
    .findLast(isPageHandle);
}
