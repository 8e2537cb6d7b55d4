import { Button, Modal } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useWhoamiState } from '../api/session.api.ts';
import { loginUrl } from '../api/auth-api-urls.ts';
import { useBrowser } from '../lib/browser.ts';
import { allowLeaving } from '../lib/leave-guard.ts';
import { paths } from '../lib/paths.ts';
import { useSettings } from '../lib/settings-context.ts';
import { useSessionEnded } from './session-state.ts';
import { clearAccountSwitch, saveLoginRedirect, wasAccountSwitched } from './tab-state.ts';

export interface SessionEndedDialogProps {
  /** Why the page requires a login, if the page gives a reason. */
  reason: string | undefined;
}

/** Shown when the session ends while the page is open. */
export function SessionEndedDialog({ reason }: SessionEndedDialogProps) {
  const ended = useSessionEnded();
  const { authApiUrl } = useSettings();
  const { pathname, search, hash } = useLocation();
  const browser = useBrowser();
  const logIn = () => {
    saveLoginRedirect(pathname + search + hash);
    allowLeaving();
    browser.assign(loginUrl(authApiUrl, false));
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
      You were logged out elsewhere, or your session expired. Log in again to return to this page. To keep what you
      typed, log in in a new tab, then come back here.
    </Modal>
  );
}

/** Shown after the page was reloaded because another user logged in. */
export function AccountSwitchedDialog() {
  const [isOpen, setOpen] = useState(wasAccountSwitched);
  const user = useWhoamiState().data?.user;
  useEffect(() => void clearAccountSwitch(), []);
  return (
    <Modal
      open={isOpen && user !== undefined}
      onOpenChange={setOpen}
      title="You switched accounts"
      actions={
        <Button variant="primary" onClick={() => setOpen(false)}>
          Continue
        </Button>
      }
    >
      Another tab logged in as <b className="break-words">{user?.email}</b>. All tabs of a browser share one login, so
      this page was reloaded. Unsaved changes were discarded.
    </Modal>
  );
}
