import { isAccountLocked, type User } from '@portal/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths, type RouteName } from '../../lib/paths.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export interface AppShellProps {
  user: User | null;
  route: RouteName;
  /** Between the header and the page. */
  banner?: ReactNode;
  children?: ReactNode;
}

/** The header and the footer around a page. */
export function AppShell({ user, route, banner, children }: AppShellProps) {
  const isStaffPage = route.startsWith('workspace-admin');
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <Header user={user} route={route} />
      {banner}
      <main
        id="content"
        tabIndex={-1}
        className={`mx-auto w-full page-gutter max-w-[74rem] flex-1 py-8 outline-none ${isStaffPage ? 'staff-content' : ''}`}
      >
        {children}
      </main>
      <PageFooter user={user} />
    </div>
  );
}

export function PageFooter({ user }: Pick<AppShellProps, 'user'>) {
  return (
    <Footer
      legal={
        <Link to={user && isAccountLocked(user) ? paths.printableTerms : paths.legal()} className="quiet-link">
          Legal
        </Link>
      }
    />
  );
}
