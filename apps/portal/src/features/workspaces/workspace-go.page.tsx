import { useEffect } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { goAddress } from '../../navigation/auth-addresses.ts';
import { useBrowser } from '../../navigation/browser.ts';
import { paths } from '../../navigation/paths.ts';
import { useSettings } from '../../settings/settings-context.ts';

/** Hands the browser to the auth API, which hands it on to the workspace's instance. */
export function Component() {
  const { authApiUrl } = useSettings();
  const { replace } = useBrowser();
  const { workspaceId } = useParams();
  const redirect = useSearchParams()[0].get('redirect');
  const address = workspaceId === undefined ? null : goAddress(authApiUrl, workspaceId, redirect);
  useEffect(() => {
    if (address !== null) replace(address);
  }, [address, replace]);

  if (address === null) return <Navigate to={paths.workspaces} replace />;
  return (
    <div className="grid justify-items-center gap-3 pt-24 text-center">
      <h1 tabIndex={-1} role="status" className="text-xl">
        Redirecting to workspace...
      </h1>
      <a href={address} className="text-link">
        Go there now
      </a>
    </div>
  );
}
