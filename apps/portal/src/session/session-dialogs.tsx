import { Button, Modal } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useWhoamiState } from '../api/session.api.ts';
import { loginAddress } from '../navigation/auth-addresses.ts';
import { useBrowser } from '../navigation/browser.ts';
import { allowLeaving } from '../navigation/leave-guard.ts';
import { paths } from '../navigation/paths.ts';
import { useSettings } from '../settings/settings-context.ts';
import { forgetAccountSwitch, wasAccountSwitched } from './account-switch.ts';
import { rememberPath } from './login-redirect.ts';
import { useSessionEnded } from './session-state.ts';

export interface SessionEndedDialogProps {
  /** Why the page requires a login, where that needs saying. */
  reason: string | undefined;
}

/** Says that the session ended while the page was open, and offers the ways back to it. */
export function SessionEndedDialog({ reason }: SessionEndedDialogProps) {
  const ended = useSessionEnded();
  const { authApiUrl } = useSettings();
  const { pathname, search, hash } = useLocation();
  const browser = useBrowser();
  const logIn = () => {
    rememberPath(pathname + search + hash);
    allowLeaving();
    browser.assign(loginAddress(authApiUrl, false));
  };
  return (
    <Modal
      open={ended && !pathname.startsWith(paths.logout)}
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

/** Says, after the reload, why the page was reloaded and whose it is now. */
export function AccountSwitchedDialog() {
  const [isOpen, setOpen] = useState(wasAccountSwitched);
  const user = useWhoamiState().data?.user;
  useEffect(() => void forgetAccountSwitch(), []);
  return (
    <Modal
      open={isOpen && user !== undefined}
      onOpenChange={setOpen}
      title="This is another account now"
      actions={
        <Button variant="primary" onClick={() => setOpen(false)}>
          Go on
        </Button>
      }
    >
      In another tab of this browser somebody logged in as <b className="break-words">{user?.email}</b>, and a browser
      has one login for all its tabs. What was typed here before is gone.
    </Modal>
  );
}
