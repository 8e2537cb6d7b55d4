import { isLockedOut } from '@portal/contract';
import type { ReactNode } from 'react';
import { Link, useNavigation } from 'react-router';
import { useWhoamiState } from '../../api/session.api.ts';
import { useInvitationsWaiting } from '../../api/waiting-invitations.ts';
import { InvitationsBanner } from '../../features/session/invitations-banner.tsx';
import { VerificationBanner } from '../../features/session/verification-banner.tsx';
import { paths } from '../../navigation/paths.ts';
import type { Page } from '../page.ts';
import { Footer } from './footer.tsx';
import { usePageTracking } from '../use-page-tracking.ts';
import { Header } from './header.tsx';

export interface ShellProps {
  page: Page;
  children: ReactNode;
}

/** The frame around the pages. */
export function Shell({ page, children }: ShellProps) {
  const user = useWhoamiState().data?.user ?? null;
  const invitationsWait = useInvitationsWaiting();
  usePageTracking(page.route, user?.id);
  if (page.without === 'frame') return children;
  const footer = (
    <Footer
      legal={
        <Link to={user && isLockedOut(user) ? paths.termsForPaper : paths.legal()} className="quiet-link">
          Legal
        </Link>
      }
    />
  );
  if (page.without === 'header') {
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
      <PageOnItsWay />
      <Header user={user} route={page.route} />
      {user && !user.emailVerified && !isLockedOut(user) && <VerificationBanner user={user} />}
      {user?.emailVerified && invitationsWait && !isLockedOut(user) && <InvitationsBanner />}
      <main id="content" tabIndex={-1} className="mx-auto w-full page-gutter max-w-[74rem] flex-1 py-8 outline-none">
        {children}
      </main>
      {footer}
    </div>
  );
}

/** A line at the top edge while the code of the next page is on its way. */
function PageOnItsWay() {
  return useNavigation().state === 'loading' && <div aria-hidden className="page-on-its-way" />;
}
