import { Banner, Button } from '@portal/ui';
import { useLocation } from 'react-router';
import { loginAddress } from '../../navigation/auth-addresses.ts';
import { useBrowser } from '../../navigation/browser.ts';
import { rememberPath } from '../../session/login-redirect.ts';
import { useSettings } from '../../settings/settings-context.ts';

/** Shown where the address was verified after the login: the next login hands the invitations over. */
export function InvitationsBanner() {
  const { authApiUrl } = useSettings();
  const { pathname, search, hash } = useLocation();
  const browser = useBrowser();
  const logIn = () => {
    rememberPath(pathname + search + hash);
    browser.assign(loginAddress(authApiUrl, false));
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
