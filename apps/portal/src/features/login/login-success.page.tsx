import { Button } from '@portal/ui';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { reauthUrl } from '../../api/http/auth-api-urls.ts';
import { useBrowser } from '../../lib/browser.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { clearLoginRedirect, savedLoginRedirect } from '../../session/tab-state.ts';

/**
 * Redirects to the page that required the login, otherwise to the default workspace. The API adds `incomplete` if a user who is
 * logged in did not complete another login. If no page required that login, the user chooses what to do next.
 */
export function Component() {
  const isIncomplete = new URLSearchParams(useLocation().search).has('incomplete');
  const navigate = useNavigate();
  const [destination] = useState(() => savedLoginRedirect() ?? (isIncomplete ? null : paths.defaultWorkspace));
  useEffect(() => {
    clearLoginRedirect();
    if (destination !== null) void navigate(destination, { replace: true });
  }, [destination, navigate]);
  if (destination === null) return <IncompleteLogin />;
  return (
    <h1 tabIndex={-1} className="text-xl">
      You are logged in
    </h1>
  );
}

const incompleteTitle = 'You didn’t finish logging in';

function IncompleteLogin() {
  const { authApiUrl } = useSettings();
  const { assign } = useBrowser();
  useDocumentTitle(incompleteTitle);
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-6 pt-24 text-center">
      <div>
        <h1 tabIndex={-1} className="text-2xl">
          {incompleteTitle}
        </h1>
        <p className="mt-2 text-secondary">You are still logged in from before.</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={() => assign(reauthUrl(authApiUrl))}>
          Log in again
        </Button>
        <Button render={<Link to={paths.workspaces} />}>Go to your workspaces</Button>
      </div>
    </div>
  );
}
