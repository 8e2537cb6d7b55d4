import { Button, ErrorBox } from '@portal/ui';
import { useEffect } from 'react';
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { sendEvents, track } from '../../analytics/analytics.ts';
import { useUser } from '../../api/session.api.ts';
import { goAddress } from '../../navigation/auth-addresses.ts';
import { useBrowser } from '../../navigation/browser.ts';
import { isOwnNavigation } from '../../navigation/own-navigation.ts';
import { paths } from '../../navigation/paths.ts';
import { useSettings } from '../../settings/settings-context.ts';

/** Every launch comes through here, from a card, a login or a link that somebody was sent. */
export function Component() {
  const { emailVerified } = useUser();
  const { workspaceId } = useParams();
  if (workspaceId === undefined) return <Navigate to={paths.workspaces} replace />;
  return emailVerified ? <Launch workspaceId={workspaceId} /> : <Unverified />;
}

/** Sends the browser to the auth API, which asks the user first where no page of the portal led here. */
function Launch({ workspaceId }: { workspaceId: string }) {
  const { authApiUrl } = useSettings();
  const { replace } = useBrowser();
  const redirect = useSearchParams()[0].get('redirect');
  const address = goAddress(authApiUrl, workspaceId, { redirect, confirm: !isOwnNavigation(useLocation().state) });
  useEffect(() => {
    let isLeft = false;
    track('workspace-launched', { workspaceId });
    void sendEvents().then(() => {
      if (!isLeft) replace(address);
    });
    return () => {
      isLeft = true;
    };
  }, [address, replace, workspaceId]);
  return (
    <div className="grid justify-items-center gap-3 pt-24 text-center">
      <div role="status">
        <h1 tabIndex={-1} className="text-xl">
          Redirecting to workspace...
        </h1>
      </div>
      <a href={address} className="text-link">
        Go there now
      </a>
    </div>
  );
}

/** Once the banner above finds the address verified, the launch goes on by itself. */
function Unverified() {
  return (
    <div className="mx-auto grid max-w-form gap-4 pt-24">
      <h1 tabIndex={-1} className="text-xl">
        Your email is not verified
      </h1>
      <ErrorBox
        tone="warning"
        message="You must verify your email before you can log into a workspace"
        action={<Button render={<Link to={paths.profile} />}>Go to your profile</Button>}
      />
    </div>
  );
}
