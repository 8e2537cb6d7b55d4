import { Button } from '@portal/ui';
import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { resetIdentity } from '../../analytics/analytics.ts';
import { toRequestError } from '../../api/http/request-error.ts';
import { useWhoamiQuery } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useBrowser } from '../../lib/browser.ts';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { announceLogout } from '../../session/other-tabs.ts';
import { clearLogoutRedirect, clearTabState, savedLogoutRedirect } from '../../session/tab-state.ts';

/** Long enough to read the page and to choose to log in again. */
const redirectDelayMs = 4000;

export function Component() {
  const { data, error, refetch } = useWhoamiQuery();
  // Shows neither message before the response.
  if (toRequestError(error)?.status === 401) return <LoggedOut />;
  if (data) return <StillLoggedIn />;
  return <ErrorAlert error={error} title="We couldn’t check whether you’re logged in" onRetry={() => void refetch()} />;
}

/** Shown if the user opened the URL directly, or if the logout failed. */
function StillLoggedIn() {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-6 pt-24 text-center">
      <h1 tabIndex={-1} className="text-2xl">
        You are still logged in
      </h1>
      <Button variant="primary" render={<Link to={paths.logout} state={internalNavigation} />}>
        Log out
      </Button>
    </div>
  );
}

function LoggedOut() {
  const { marketingUrl, productName } = useSettings();
  const { replace } = useBrowser();
  const [destination] = useState(savedLogoutRedirect);
  // An installation without a website names the portal's login page instead.
  const isPortal = new URL(marketingUrl).origin === window.location.origin;
  useEffect(() => {
    resetIdentity();
    clearTabState();
    clearLogoutRedirect();
    announceLogout();
  }, []);
  useEffect(() => {
    if (destination) return;
    const timer = setTimeout(() => replace(marketingUrl), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [destination, marketingUrl, replace]);
  if (destination) return <Navigate to={destination} replace />;
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-6 pt-24 text-center">
      <div>
        <h1 tabIndex={-1} className="text-2xl">
          You have successfully logged out
        </h1>
        <p className="mt-2 text-secondary">
          Taking you to the{' '}
          <a className="text-link" href={marketingUrl}>
            {isPortal ? 'login page' : `${productName} website`}
          </a>
          .
        </p>
      </div>
      <Button render={<Link to={paths.login} />}>Log in again</Button>
    </div>
  );
}
