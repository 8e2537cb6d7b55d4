import { Button, Modal, useMinuteClock } from '@portal/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useWhoamiState } from '../api/session.api.ts';
import { loginUrl } from '../api/http/auth-api-urls.ts';
import { useBrowser } from '../lib/browser.ts';
import { allowLeaving } from '../lib/leave-guard.ts';
import { paths } from '../lib/paths.ts';
import { useSettings } from '../lib/settings-context.ts';
import { useEndedBy, useLoggedOutElsewhere, useSessionEnded } from './session-state.ts';
import { clearAccountSwitch, saveLoginRedirect, wasAccountSwitched } from './tab-state.ts';

export interface SessionEndedDialogProps {
  /** Why the page requires a login, if the page gives a reason. */
  reason: string | undefined;
}

/** Shown when the session ends while the page is open. */
export function SessionEndedDialog({ reason }: SessionEndedDialogProps) {
  const ended = useSessionEnded();
  const deletionDueAt = useWhoamiState().data?.user.deletionDueAt;
  const endedBy = useEndedBy();
  const dialog = <LoggedOutDialog open={ended} reason={reason} />;
  if (ended && endedBy === 'IdentityDeleted') return <IdentityDeletedDialog />;
  return ended && deletionDueAt ? <UnlessDue dueAt={deletionDueAt}>{dialog}</UnlessDue> : dialog;
}

/** Mentions the deletion that the user requested, if it was due when the session ended. */
function UnlessDue({ dueAt, children }: { dueAt: string; children: ReactNode }) {
  const now = useMinuteClock();
  const [isDue] = useState(Date.parse(dueAt) <= now);
  return isDue ? <DeletionDueDialog /> : children;
}

function LoggedOutDialog({ open, reason }: SessionEndedDialogProps & { open: boolean }) {
  const { authApiUrl } = useSettings();
  const { pathname, search, hash } = useLocation();
  const browser = useBrowser();
  const isLogout = useLoggedOutElsewhere();
  const logIn = () => {
    saveLoginRedirect(pathname + search + hash);
    allowLeaving();
    browser.assign(loginUrl(authApiUrl, false));
  };
  return (
    <Modal
      open={open && !pathname.startsWith(paths.logout)}
      onOpenChange={() => undefined}
      dismissable={false}
      title={isLogout ? 'You are logged out' : 'Your session has ended'}
      actions={
        <>
          {!isLogout && (
            <Button icon="external-link" onClick={() => browser.openTab(paths.workspaces)}>
              Log in in a new tab
            </Button>
          )}
          <Button variant="primary" onClick={logIn}>
            Log in
          </Button>
        </>
      }
    >
      {reason && <p className="mb-2">{reason}</p>}
      <p>
        {isLogout
          ? 'You logged out in another tab. Log in again to return to this page.'
          : 'You were logged out elsewhere, or your session expired. Log in again to return to this page. To keep what you typed, log in in a new tab, then come back here.'}
      </p>
    </Modal>
  );
}

/** The session probably ended because the account was deleted. Only the email says for sure: a deletion can be postponed. */
const DeletionDueDialog = () => (
  <LoginPageDialog title="You are logged out">
    The deletion of your account was due. We’ll send an email when the account is deleted. After that, you can sign up
    again with the same email address.
  </LoginPageDialog>
);

/** Shown when the login service no longer has the account that the user logs in with. */
function IdentityDeletedDialog() {
  const { supportEmail } = useSettings();
  return (
    <LoginPageDialog title="Your session has ended">
      The account that you log in with no longer exists at the login service. To keep your workspaces,{' '}
      <a href={`mailto:${supportEmail}`} className="text-link">
        contact support
      </a>{' '}
      before you sign up again: a new sign-up creates another account, even with the same email address.
    </LoginPageDialog>
  );
}

/** Leads to the login page, from which the user does not return to this page. */
function LoginPageDialog({ title, children }: { title: string; children: ReactNode }) {
  const browser = useBrowser();
  const openLogin = () => {
    allowLeaving();
    browser.assign(paths.login);
  };
  return (
    <Modal
      open
      onOpenChange={() => undefined}
      dismissable={false}
      title={title}
      actions={
        <Button variant="primary" onClick={openLogin}>
          Go to the login
        </Button>
      }
    >
      {children}
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
