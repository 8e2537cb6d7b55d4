import { isAccountLocked } from '@portal/contract';
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { usePageTracking } from '../../analytics/use-page-tracking.ts';
import { useWhoamiState } from '../../api/session.api.ts';
import { DeletionBanner } from '../notices/deletion-banner.tsx';
import { VerificationBanner } from '../notices/verification-banner.tsx';
import type { PageHandle } from '../page-handle.ts';
import { AppShell, PageFooter } from './app-shell.tsx';

export interface PageLayoutProps {
  page: PageHandle;
  children: ReactNode;
}

/** The layout that a page chooses in its handle: the shell with banners, only a footer, or nothing. */
export function PageLayout({ page, children }: PageLayoutProps) {
  const user = useWhoamiState().data?.user ?? null;
  usePageTracking(page.route, user?.id);
  if (page.layout === 'bare') return children;
  if (page.layout === 'no-header') {
    return (
      <div className="flex min-h-dvh flex-col">
        {children}
        <PageFooter user={user} />
      </div>
    );
  }
  return (
    <>
      <NavigationProgress />
      <AppShell
        user={user}
        route={page.route}
        banner={
          user && (
            <>
              <DeletionBanner key={user.id} user={user} isOnPage={page.route === 'workspaces'} />
              {!user.emailVerified && !isAccountLocked(user) && <VerificationBanner user={user} />}
            </>
          )
        }
      >
        {children}
      </AppShell>
    </>
  );
}

/** A progress line at the top edge while the code of the next page loads. */
function NavigationProgress() {
  return useNavigation().state === 'loading' && <div aria-hidden className="navigation-progress" />;
}
