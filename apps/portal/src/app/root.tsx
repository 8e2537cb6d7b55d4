import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { focusHeading } from '../navigation/focus-heading.ts';
import { SubjectContext } from '../navigation/page-subject.ts';
import { useSettings } from '../settings/settings-context.ts';
import { Guard } from '../session/guard.tsx';
import { AccountSwitchedDialog, SessionEndedDialog } from '../session/session-dialogs.tsx';
import { usePage } from './page.ts';
import { Shell } from './shell/shell.tsx';
import { SlowNotice } from './slow-notice.tsx';
import { VersionNotice } from './version/version-notice.tsx';

/** The layout of every page: its title, focus after a navigation, and the notices that may come at any time. */
export function Root() {
  const [subject, setSubject] = useState<string>();
  const page = usePage();
  useTitle(subject, page.title);
  useFocusAfterNavigation();
  return (
    <SubjectContext value={setSubject}>
      <Guard route={page.route} loginReason={page.loginReason}>
        <Shell page={page}>
          <Outlet />
        </Shell>
      </Guard>
      <SessionEndedDialog reason={page.loginReason} />
      <AccountSwitchedDialog />
      <VersionNotice />
      <SlowNotice />
    </SubjectContext>
  );
}

function useTitle(subject: string | undefined, title: string) {
  const { productName } = useSettings();
  useEffect(() => {
    document.title = [subject, title, productName].filter(Boolean).join(' · ');
  }, [subject, title, productName]);
}

function useFocusAfterNavigation() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    focusHeading();
    window.scrollTo(0, 0);
  }, [pathname]);
}
