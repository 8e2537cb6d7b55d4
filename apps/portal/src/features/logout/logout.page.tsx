import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { flushEvents } from '../../analytics/analytics.ts';
import { logoutUrl } from '../../api/http/auth-api-urls.ts';
import { useBrowser } from '../../lib/browser.ts';
import { isInternalNavigation } from '../../lib/internal-navigation.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { clearTabState, saveLogoutRedirect, type LogoutState } from '../../session/tab-state.ts';

const logoutDelayMs = 500;

/** Redirects to the logout of the API, which asks the user first unless a page of the portal linked here. */
export function Component() {
  const { authApiUrl } = useSettings();
  const { replace } = useBrowser();
  const state: unknown = useLocation().state;
  const confirm = !isInternalNavigation(state);
  const { returnTo } = (state ?? {}) as Partial<LogoutState>;
  useEffect(() => {
    if (!confirm) clearTabState();
    saveLogoutRedirect(returnTo);
    void flushEvents();
    const timer = setTimeout(() => replace(logoutUrl(authApiUrl, { confirm })), logoutDelayMs);
    return () => clearTimeout(timer);
  }, [authApiUrl, confirm, replace, returnTo]);
  return (
    <div role="status" className="pt-24 text-center">
      <h1 tabIndex={-1} className="text-xl">
        Logging you out...
      </h1>
    </div>
  );
}
