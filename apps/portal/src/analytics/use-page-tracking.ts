import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { patterns, type RouteName } from '../lib/paths.ts';
import { identify, trackPage } from './analytics.ts';

/** Tracks a page view for each navigation, and identifies the user. */
export function usePageTracking(route: RouteName, userId: string | undefined): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (userId !== undefined) identify(userId);
  }, [userId]);
  useEffect(() => {
    const pattern = patterns[route];
    // The token of an invitation is a secret.
    const params = route === 'invitation' ? {} : (matchPath(pattern, pathname)?.params ?? {});
    trackPage({ route, pattern, params });
  }, [route, pathname]);
}
