import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { identify, trackPage } from '../analytics/analytics.ts';
import { patterns, type RouteName } from '../navigation/paths.ts';

/** Tells each page that is shown, not those that only lead on, and whose visit it is. */
export function useUsage(shown: RouteName | undefined, userId: string | undefined): void {
  const { pathname } = useLocation();
  const params = useParams();

  useEffect(() => {
    if (userId !== undefined) identify(userId);
  }, [userId]);

  useEffect(() => {
    if (shown) trackPage({ route: shown, pattern: patterns[shown], params });
    // A page is another one by its path; the parameters are those of the path.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [shown, pathname]);
}
