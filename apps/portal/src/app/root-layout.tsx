import { focusPageHeading } from '@portal/ui';
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
import { PageLayout } from './layout/page-layout.tsx';

/** Only phones load it. */
const MobileNotice = lazy(async () => ({ default: (await import('./notices/mobile-notice.tsx')).MobileNotice }));

/** The root route. What every page has, whatever its layout: document title, focus after a navigation, access check, and global notices. */
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
          <PageLayout page={page}>
            <Outlet />
          </PageLayout>
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

function useFocusAfterNavigation() {
  const { pathname } = useLocation();
  const previousPathname = useRef(pathname);
  useEffect(() => {
    if (previousPathname.current === pathname) return;
    previousPathname.current = pathname;
    focusPageHeading();
    window.scrollTo(0, 0);
  }, [pathname]);
}
