import { Banner, Button } from '@portal/ui';
import { useLocation } from 'react-router';
import { loginUrl } from '../../api/auth-api-urls.ts';
import { useBrowser } from '../../lib/browser.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { saveLoginRedirect } from '../../session/tab-state.ts';

/** Shown if invitations are pending for an email that was verified after the login. The next login claims them. */
export function InvitationsBanner() {
  const { authApiUrl } = useSettings();
  const { pathname, search, hash } = useLocation();
  const browser = useBrowser();
  const logIn = () => {
    saveLoginRedirect(pathname + search + hash);
    browser.assign(loginUrl(authApiUrl, false));
  };
  return (
    <Banner
      actions={
        <Button size="sm" onClick={logIn}>
          Log in again
        </Button>
      }
    >
      Your email is verified. Log in again to see the workspaces you were invited to.
    </Banner>
  );
}
