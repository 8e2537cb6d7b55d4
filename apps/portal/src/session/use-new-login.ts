import { useLocation } from 'react-router';
import { reauthUrl } from '../api/auth-api-urls.ts';
import { useBrowser } from '../lib/browser.ts';
import { allowLeaving } from '../lib/leave-guard.ts';
import { useSettings } from '../lib/settings-context.ts';
import { saveLoginRedirect } from './tab-state.ts';

/** Returns a function that sends the browser to a login that asks for the credentials again, and then to this page. */
export function useNewLogin(): () => void {
  const { authApiUrl } = useSettings();
  const { pathname, search, hash } = useLocation();
  const { assign } = useBrowser();
  return () => {
    saveLoginRedirect(pathname + search + hash);
    allowLeaving();
    assign(reauthUrl(authApiUrl));
  };
}
