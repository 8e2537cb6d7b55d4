import { Button } from '@portal/ui';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { forgetPerson } from '../../analytics/analytics.ts';
import { useWhoamiQuery } from '../../api/session.api.ts';
import { asFailure } from '../../http/failure.ts';
import { useBrowser } from '../../navigation/browser.ts';
import { ownNavigation } from '../../navigation/own-navigation.ts';
import { paths } from '../../navigation/paths.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { forgetTabOfUser } from '../../session/forget-tab-of-user.ts';
import { useSettings } from '../../settings/settings-context.ts';

/** Long enough to read the page and to choose to log in again instead. */
const stay = 4000;

export function Component() {
  const { data, error, refetch } = useWhoamiQuery();
  // Neither is said before it is known to be true.
  if (asFailure(error)?.status === 401) return <LoggedOut />;
  if (data) return <StillLoggedIn />;
  return (
    <FailureBox error={error} title="It could not be told whether you are logged in" onRetry={() => void refetch()} />
  );
}

/** For somebody who came here by an address, or whose logout failed. */
function StillLoggedIn() {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-6 pt-24 text-center">
      <h1 tabIndex={-1} className="text-2xl">
        You are still logged in
      </h1>
      <Button variant="primary" render={<Link to={paths.logout} state={ownNavigation} />}>
        Log out
      </Button>
    </div>
  );
}

function LoggedOut() {
  const { marketingUrl } = useSettings();
  const { replace } = useBrowser();
  useEffect(() => {
    forgetPerson();
    forgetTabOfUser();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => replace(marketingUrl), stay);
    return () => clearTimeout(timer);
  }, [marketingUrl, replace]);
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-6 pt-24 text-center">
      <div>
        <h1 tabIndex={-1} className="text-2xl">
          You have successfully logged out
        </h1>
        <p className="mt-2 text-secondary">
          You are being taken to{' '}
          <a className="text-link" href={marketingUrl}>
            {new URL(marketingUrl).host}
          </a>
          .
        </p>
      </div>
      <Button render={<Link to={paths.login} />}>Log in again</Button>
    </div>
  );
}
