import { Card, Icon, type IconName } from '@portal/ui';
import type { ReactNode } from 'react';

export interface InvitationNoticeProps {
  icon: IconName;
  title: ReactNode;
  children: ReactNode;
  actions: ReactNode;
}

/** The content of the page of an invitation link: what the link leads to, and what to do next. */
export function InvitationNotice({ icon, title, children, actions }: InvitationNoticeProps) {
  return (
    <div className="mx-auto max-w-lg pt-8">
      <Card>
        <div className="grid justify-items-center gap-4 p-4 text-center">
          <Icon name={icon} size={40} className="text-empty-icon" />
          <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
            {title}
          </h1>
          <div className="grid gap-2 text-body wrap-anywhere">{children}</div>
          <div className="flex flex-wrap justify-center gap-2">{actions}</div>
        </div>
      </Card>
    </div>
  );
}
