import { Alert, Button, InitialsTile, Logo } from '@portal/ui';
import { useEffect } from 'react';
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { flushEvents, track } from '../../analytics/analytics.ts';
import { useUser } from '../../api/session.api.ts';
import { useCachedWorkspace } from '../../api/workspace-details.api.ts';
import { launchUrl } from '../../api/http/auth-api-urls.ts';
import { useBrowser } from '../../lib/browser.ts';
import { isInternalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';
import { useRecentWorkspace } from '../../lib/recent-workspaces.ts';
import { useSettings } from '../../lib/settings-context.ts';

/** Launches a workspace. Cards, logins and shared links open this page. */
export function Component() {
  const { emailVerified } = useUser();
  const { workspaceId } = useParams();
  if (workspaceId === undefined) return <Navigate to={paths.workspaces} replace />;
  return emailVerified ? <Launch workspaceId={workspaceId} /> : <Unverified />;
}

/** Redirects to the launch of the API, which asks the user first unless a page of the portal linked here. */
function Launch({ workspaceId }: { workspaceId: string }) {
  const { authApiUrl } = useSettings();
  const { id: userId } = useUser();
  const workspace = useCachedWorkspace(workspaceId);
  useRecentWorkspace(userId, workspace);
  const { replace } = useBrowser();
  const [query] = useSearchParams();
  const url = launchUrl(authApiUrl, workspaceId, {
    redirect: query.get('redirect'),
    state: query.get('state'),
    confirm: !isInternalNavigation(useLocation().state),
  });
  useEffect(() => {
    let isUnmounted = false;
    track('workspace-launched', { workspaceId });
    void flushEvents().then(() => {
      if (!isUnmounted) replace(url);
    });
    return () => {
      isUnmounted = true;
    };
  }, [url, replace, workspaceId]);
  return (
    <div className="grid justify-items-center gap-5 pt-24 text-center">
      {workspace ? <InitialsTile id={workspaceId} name={workspace.displayName} size={44} /> : <Logo size={44} />}
      <div role="status" className="grid max-w-full gap-1">
        <h1 tabIndex={-1} className="text-xl">
          Redirecting to workspace...
        </h1>
        {workspace && (
          <p translate="no" className="wrap-anywhere text-secondary">
            {workspace.displayName}
          </p>
        )}
      </div>
      <div aria-hidden className="progress-sweep h-1 w-56 rounded-sm bg-neutral" />
      <a href={url} className="text-link">
        Go there now
      </a>
    </div>
  );
}

/** The launch continues when the verification banner detects that the email is verified. */
function Unverified() {
  return (
    <div className="mx-auto grid max-w-form gap-4 pt-24">
      <h1 tabIndex={-1} className="text-xl">
        Your email is not verified
      </h1>
      <Alert
        tone="warning"
        message="You must verify your email before you can log into a workspace"
        action={<Button render={<Link to={paths.profile} />}>Go to your profile</Button>}
      />
    </div>
  );
}
