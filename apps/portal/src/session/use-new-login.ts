import { useLocation } from 'react-router';
import { reauthUrl } from '../api/http/auth-api-urls.ts';
import { useBrowser } from '../lib/browser.ts';
import { storeDrafts } from '../lib/drafts.ts';
import { allowLeaving } from '../lib/leave-guard.ts';
import { useSettings } from '../lib/settings-context.ts';
import { saveLoginRedirect } from './tab-state.ts';

/**
 * Returns a function that sends the browser to a login that asks for the credentials again, and then to this page. The
 * unsaved values of the forms on the page are kept.
 */
export function useNewLogin(): () => void {
  const { authApiUrl } = useSettings();
  const { pathname, search, hash } = useLocation();
  const { assign } = useBrowser();
  return () => {
    saveLoginRedirect(pathname + search + hash);
    // Without the drafts, the browser asks before it discards the changes.
    if (storeDrafts()) allowLeaving();
    assign(reauthUrl(authApiUrl));
  };
}
