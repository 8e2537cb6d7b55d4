import { PageTitle } from '@portal/ui';
import type { ReactNode } from 'react';
import { AccountNav, type AccountPage as Name } from './account-nav.tsx';

export interface AccountPageProps {
  page: Name;
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** A page of the account, with the list of them at the side. */
export const AccountPage = ({ page, title, subtitle, children }: AccountPageProps) => (
  <div className="grid gap-6">
    <PageTitle title={title} subtitle={subtitle} />
    <div className="settings-layout">
      <AccountNav page={page} />
      <div className="grid max-w-form min-w-0 grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </div>
  </div>
);
