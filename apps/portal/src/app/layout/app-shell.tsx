import { isAccountLocked } from '@portal/contract';
import type { ReactNode } from 'react';
import { Link, useNavigation } from 'react-router';
import { usePageTracking } from '../../analytics/use-page-tracking.ts';
import { useWhoamiState } from '../../api/session.api.ts';
import { paths } from '../../lib/paths.ts';
import { DeletionBanner } from '../notices/deletion-banner.tsx';
import { VerificationBanner } from '../notices/verification-banner.tsx';
import type { PageHandle } from '../page-handle.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export interface AppShellProps {
  page: PageHandle;
  children: ReactNode;
}

/** The header, banners and footer around a page. */
export function AppShell({ page, children }: AppShellProps) {
  const user = useWhoamiState().data?.user ?? null;
  usePageTracking(page.route, user?.id);
  if (page.layout === 'bare') return children;
  const footer = (
    <Footer
      legal={
        <Link to={user && isAccountLocked(user) ? paths.printableTerms : paths.legal()} className="quiet-link">
          Legal
        </Link>
      }
    />
  );
  if (page.layout === 'no-header') {
    return (
      <div className="flex min-h-dvh flex-col">
        {children}
        {footer}
      </div>
    );
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <NavigationProgress />
      <Header user={user} route={page.route} />
      {user?.deletionDueAt && <DeletionBanner user={user} dueAt={user.deletionDueAt} />}
      {user && !user.emailVerified && !isAccountLocked(user) && <VerificationBanner user={user} />}
      <main id="content" tabIndex={-1} className="mx-auto w-full page-gutter max-w-[74rem] flex-1 py-8 outline-none">
        {children}
      </main>
      {footer}
    </div>
  );
}

/** A progress line at the top edge while the code of the next page loads. */
function NavigationProgress() {
  return useNavigation().state === 'loading' && <div aria-hidden className="navigation-progress" />;
}
