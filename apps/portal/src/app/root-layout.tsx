import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { DocumentTitleContext } from '../lib/document-title.ts';
import { useFlashMessage } from '../lib/flash-message.ts';
import { useSettings } from '../lib/settings-context.ts';
import { AccountSwitchedDialog, SessionEndedDialog } from '../session/session-dialogs.tsx';
import { isMobile } from './guards/is-mobile.ts';
import { isOpenOnPhones } from './guards/phone-access.ts';
import { RouteGuard } from './guards/route-guard.tsx';
import { SlowNotice } from './notices/slow-notice.tsx';
import { usePageHandle } from './page-handle.ts';
import { VersionNotice } from './version/version-notice.tsx';
import { AppShell } from './layout/app-shell.tsx';

/** Only phones load it. */
const MobileNotice = lazy(async () => ({ default: (await import('./notices/mobile-notice.tsx')).MobileNotice }));

/** The layout of every page: document title, focus after a navigation, access check, and global notices. */
export function RootLayout() {
  const [name, setName] = useState<string>();
  const page = usePageHandle();
  const { pathname } = useLocation();
  useTitle(name, page.title);
  useFocusAfterNavigation();
  return (
    <DocumentTitleContext value={setName}>
      {isMobile(navigator.userAgent) && !isOpenOnPhones(pathname) ? (
        <DesktopRequired />
      ) : (
        <RouteGuard route={page.route} loginReason={page.loginReason}>
          <AppShell page={page}>
            <Outlet />
          </AppShell>
        </RouteGuard>
      )}
      <SessionEndedDialog reason={page.loginReason} />
      <AccountSwitchedDialog />
      <VersionNotice />
      <SlowNotice />
    </DocumentTitleContext>
  );
}

/** On a phone, after the pages that it shows: for example when the user has accepted an invitation. */
function DesktopRequired() {
  const { supportEmail } = useSettings();
  const flash = useFlashMessage();
  return (
    <Suspense>
      <MobileNotice supportEmail={supportEmail} message={flash?.message} joinedWorkspaceId={flash?.joinedWorkspaceId} />
    </Suspense>
  );
}

function useTitle(name: string | undefined, title: string) {
  const { productName } = useSettings();
  useEffect(() => {
    document.title = [name, title, productName].filter(Boolean).join(' · ');
  }, [name, title, productName]);
}

/**
 * Moves focus to the page heading, so that keyboard and screen reader users start at the top of the page. A page whose first
 * field has the focus by `autoFocus` keeps it there.
 */
function focusHeading() {
  if (document.activeElement?.matches('main input')) return;
  (document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main'))?.focus({ preventScroll: true });
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
