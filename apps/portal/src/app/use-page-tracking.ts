import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { identify, trackPage } from '../analytics/analytics.ts';
import { patterns, type RouteName } from '../navigation/paths.ts';

/** Tracks each page that is shown, and whose visit it is. */
export function usePageTracking(route: RouteName, userId: string | undefined): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (userId !== undefined) identify(userId);
  }, [userId]);
  useEffect(() => {
    const pattern = patterns[route];
    trackPage({ route, pattern, params: matchPath(pattern, pathname)?.params ?? {} });
  }, [route, pathname]);
}
