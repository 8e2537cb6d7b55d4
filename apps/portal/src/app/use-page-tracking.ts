import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { identify, trackPage } from '../analytics/analytics.ts';
import { patterns, type RouteName } from '../navigation/paths.ts';

/** Tracks each page that is shown, and whose visit it is. */
export function usePageTracking(route: RouteName, userId: string | undefined): void {
  const { pathname } = useLocation();
  const params = useParams();
  useEffect(() => {
    if (userId !== undefined) identify(userId);
  }, [userId]);
  useEffect(() => {
    trackPage({ route, pattern: patterns[route], params });
    // A page is another one by its path; the parameters are those of the path.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [route, pathname]);
}
