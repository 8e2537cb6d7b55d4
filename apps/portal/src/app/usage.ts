import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { identify, track, trackPage } from '../analytics/analytics.ts';
import { useWhoamiQuery } from '../api/session.api.ts';
import { paths, patterns } from '../navigation/paths.ts';
import { useCurrentPage } from './current-page.ts';

/** Tells each page that is shown, and whose it is. */
export function useUsage(): void {
  const { pathname } = useLocation();
  const params = useParams();
  const route = useCurrentPage()?.route;
  const { userId } = useWhoamiQuery(undefined, { selectFromResult: ({ data }) => ({ userId: data?.user.id }) });
  // The API sends the browser there when a login succeeded.
  const [comesFromLogin] = useState(pathname === paths.loginSuccess);

  useEffect(() => {
    if (userId === undefined) return;
    identify(userId);
    if (comesFromLogin) track('logged-in');
  }, [userId, comesFromLogin]);

  useEffect(() => {
    if (route) trackPage({ route, pattern: patterns[route], params });
    // A page is another one by its path; the parameters are those of the path.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [route, pathname]);
}
