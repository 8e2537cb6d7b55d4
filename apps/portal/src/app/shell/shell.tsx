import { isLockedOut, type User } from '@portal/contract';
import type { ReactNode } from 'react';
import { useInvitationsWaiting } from '../../api/waiting-invitations.ts';
import { InvitationsBanner } from '../../features/session/invitations-banner.tsx';
import { VerificationBanner } from '../../features/session/verification-banner.tsx';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import type { Page } from '../router.tsx';
import { useIsPageOnItsWay } from '../routing.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export interface ShellProps {
  user: User | null;
  page: Page;
  children: ReactNode;
}

/** The frame around the pages. */
export function Shell({ user, page, children }: ShellProps) {
  const invitationsWait = useInvitationsWaiting(user?.id);
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
  return useIsPageOnItsWay() && <div aria-hidden className="page-on-its-way" />;
}
