import { Card, Icon, type IconName } from '@portal/ui';
import type { ReactNode } from 'react';

export interface PageNoticeProps {
  icon: IconName;
  title: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}

/** The content of a page that says one thing: what a link leads to or what happened, and what to do next. */
export function PageNotice({ icon, title, children, actions }: PageNoticeProps) {
  return (
    <div className="mx-auto max-w-lg pt-8">
      <Card>
        <div className="grid justify-items-center gap-4 p-4 text-center">
          <Icon name={icon} size={40} className="text-empty-icon" />
          <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
            {title}
          </h1>
          <div className="grid gap-2 text-body wrap-anywhere">{children}</div>
          {actions && <div className="flex flex-wrap justify-center gap-2">{actions}</div>}
        </div>
      </Card>
    </div>
  );
}
