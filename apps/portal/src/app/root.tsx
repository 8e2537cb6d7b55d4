import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { focusHeading } from '../navigation/focus-heading.ts';
import { SubjectContext } from '../navigation/page-subject.ts';
import { useSettings } from '../settings/settings-context.ts';
import { FaultBoundary } from './fault-boundary.tsx';
import { Guard } from './guard.tsx';
import { NoticesAtRest } from './notices-at-rest.tsx';
import type { Page } from './router.tsx';

/** What holds on every page: its title, focus after a navigation, and the notices that may come at any time. */
export function Root({ page }: { page: Page }) {
  const [subject, tellSubject] = useState<string>();
  const location = useLocation();
  useTitle(subject, page.title);
  useFocusAfterNavigation(location.pathname);
  return (
    <SubjectContext value={tellSubject}>
      <Guard page={page}>
        <FaultBoundary place={location} inMain={!page.without}>
          <CodeOf page={page} />
        </FaultBoundary>
      </Guard>
      <NoticesAtRest reason={page.loginReason} />
    </SubjectContext>
  );
}

function CodeOf({ page }: { page: Page }) {
  const { Component } = page.code.get();
  return <Component />;
}

function useTitle(subject: string | undefined, title: string) {
  const { productName } = useSettings();
  useEffect(() => {
    document.title = [subject, title, productName].filter(Boolean).join(' · ');
  }, [subject, title, productName]);
}

function useFocusAfterNavigation(pathname: string) {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    focusHeading();
    window.scrollTo(0, 0);
  }, [pathname]);
}
