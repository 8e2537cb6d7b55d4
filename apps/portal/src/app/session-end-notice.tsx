import { Button, Modal } from '@portal/ui';
import { useLocation } from 'react-router';
import { useSessionEnded } from '../http/use-session-ended.ts';
import { loginAddress } from '../navigation/auth-addresses.ts';
import { useBrowser } from '../navigation/browser.ts';
import { leaveUnasked } from '../navigation/leave-unasked.ts';
import { paths } from '../navigation/paths.ts';
import { rememberPath } from '../navigation/login-redirect.ts';
import { useSettings } from '../settings/settings-context.ts';
import { useLoggedInAgain } from './logged-in-again.ts';

export interface SessionEndNoticeProps {
  /** Why the page wants a login, where that needs saying. */
  reason: string | undefined;
}

/** Says that the session ended while the page was open, and offers the ways back to it. */
export function SessionEndNotice({ reason }: SessionEndNoticeProps) {
  const ended = useSessionEnded();
  const { authApiUrl } = useSettings();
  const { pathname, search, hash } = useLocation();
  const browser = useBrowser();
  const leaving = pathname.startsWith('/logout');
  useLoggedInAgain(ended && !leaving);
  const logIn = () => {
    rememberPath(pathname + search + hash);
    leaveUnasked();
    browser.assign(loginAddress(authApiUrl, false));
  };
  return (
    <Modal
      open={ended && !leaving}
      onOpenChange={() => undefined}
      dismissable={false}
      title="Your session has ended"
      actions={
        <>
          <Button icon="external-link" onClick={() => browser.openTab(paths.workspaces)}>
            Log in in a new tab
          </Button>
          <Button variant="primary" onClick={logIn}>
            Log in
          </Button>
        </>
      }
    >
      {reason && <p className="mb-2">{reason}</p>}
      It was ended elsewhere, or its time was over. Log in again and you come back to this page. What you typed on it
      stays if you log in in a new tab and return to this one.
    </Modal>
  );
}
