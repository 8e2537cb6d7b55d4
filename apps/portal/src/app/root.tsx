import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { focusHeading } from '../navigation/focus-heading.ts';
import { SubjectContext } from '../navigation/page-subject.ts';
import { useSettings } from '../settings/settings-context.ts';
import { useCurrentPage } from './current-page.ts';
import { SessionEndNotice } from './session-end-notice.tsx';
import { VersionNotice } from './version/version-notice.tsx';

/** What holds on every page: its title, focus after a navigation, and the notices that may come at any time. */
export function Root() {
  const [subject, tellSubject] = useState<string>();
  useTitle(subject);
  useFocusAfterNavigation();
  return (
    <SubjectContext value={tellSubject}>
      <Outlet />
      <SessionEndNotice />
      <VersionNotice />
    </SubjectContext>
  );
}

function useTitle(subject: string | undefined) {
  const title = useCurrentPage()?.title;
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
