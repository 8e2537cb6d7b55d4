import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { sendEvents } from '../../analytics/analytics.ts';
import { logoutAddress } from '../../navigation/auth-addresses.ts';
import { useBrowser } from '../../navigation/browser.ts';
import { isOwnNavigation } from '../../navigation/own-navigation.ts';
import { forgetTabOfUser } from '../../session/forget-tab-of-user.ts';
import { useSettings } from '../../settings/settings-context.ts';

const logoutDelay = 500;

/** Sends the browser to the API's logout, which asks the user first where no page of the portal led here. */
export function Component() {
  const { authApiUrl } = useSettings();
  const { replace } = useBrowser();
  const confirm = !isOwnNavigation(useLocation().state);
  useEffect(() => {
    if (!confirm) forgetTabOfUser();
    void sendEvents();
    const timer = setTimeout(() => replace(logoutAddress(authApiUrl, { confirm })), logoutDelay);
    return () => clearTimeout(timer);
  }, [authApiUrl, confirm, replace]);
  return (
    <div role="status" className="pt-24 text-center">
      <h1 tabIndex={-1} className="text-xl">
        Logging you out...
      </h1>
    </div>
  );
}
