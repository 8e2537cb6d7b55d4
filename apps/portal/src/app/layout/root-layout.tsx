import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { DocumentTitleContext } from '../../lib/document-title.ts';
import { focusHeading } from '../../lib/focus-heading.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { AccountSwitchedDialog, SessionEndedDialog } from '../../session/session-dialogs.tsx';
import { RouteGuard } from '../guards/route-guard.tsx';
import { SlowNotice } from '../notices/slow-notice.tsx';
import { usePageHandle } from '../page-handle.ts';
import { VersionNotice } from '../version/version-notice.tsx';
import { AppShell } from './app-shell.tsx';

/** The layout of every page: document title, focus after a navigation, access check, and global notices. */
export function RootLayout() {
  const [name, setName] = useState<string>();
  const page = usePageHandle();
  useTitle(name, page.title);
  useFocusAfterNavigation();
  return (
    <DocumentTitleContext value={setName}>
      <RouteGuard route={page.route} loginReason={page.loginReason}>
        <AppShell page={page}>
          <Outlet />
        </AppShell>
      </RouteGuard>
      <SessionEndedDialog reason={page.loginReason} />
      <AccountSwitchedDialog />
      <VersionNotice />
      <SlowNotice />
    </DocumentTitleContext>
  );
}

function useTitle(name: string | undefined, title: string) {
  const { productName } = useSettings();
  useEffect(() => {
    document.title = [name, title, productName].filter(Boolean).join(' · ');
  }, [name, title, productName]);
}

function useFocusAfterNavigation() {
  const { pathname } = useLocation();
  const previousPathname = useRef(pathname);
  useEffect(() => {
    if (previousPathname.current === pathname) return;
    previousPathname.current = pathname;
    focusHeading();
    window.scrollTo(0, 0);
  }, [pathname]);
}
