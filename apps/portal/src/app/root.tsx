import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSettings } from '../settings/settings-context.ts';
import { useCurrentPage } from './current-page.ts';
import { SessionEndNotice } from './session-end-notice.tsx';
import { VersionNotice } from './version/version-notice.tsx';

/** What holds on every page: its title, focus after a navigation, and the notices that may come at any time. */
export function Root() {
  useTitle();
  useFocusAfterNavigation();
  return (
    <>
      <Outlet />
      <SessionEndNotice />
      <VersionNotice />
    </>
  );
}

function useTitle() {
  const title = useCurrentPage()?.title;
  const { productName } = useSettings();
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName;
  }, [title, productName]);
}

/** Moves focus to the new page's heading, so that keyboards and screen readers start where eyes do. */
function useFocusAfterNavigation() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    target?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
}
