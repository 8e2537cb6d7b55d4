import { useEffect } from 'react';
import { sendEvents } from '../../analytics/analytics.ts';
import { forgetDrafts } from '../../forms/drafts.ts';
import { logoutAddress } from '../../navigation/auth-addresses.ts';
import { useBrowser } from '../../navigation/browser.ts';
import { forgetLoginAttempt, forgetPath } from '../../session/login-redirect.ts';
import { useSettings } from '../../settings/settings-context.ts';

const logoutDelay = 500;

export function Component() {
  const { authApiUrl } = useSettings();
  const { replace } = useBrowser();
  useEffect(() => {
    forgetPath();
    forgetDrafts();
    forgetLoginAttempt();
    void sendEvents();
    const timer = setTimeout(() => replace(logoutAddress(authApiUrl)), logoutDelay);
    return () => clearTimeout(timer);
  }, [authApiUrl, replace]);
  return (
    <div role="status" className="pt-24 text-center">
      <h1 tabIndex={-1} className="text-xl">
        Logging you out...
      </h1>
    </div>
  );
}
