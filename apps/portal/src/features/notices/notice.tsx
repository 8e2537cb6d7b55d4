import { Button, Card, Icon, type IconName } from '@portal/ui';
import type { ReactNode } from 'react';
import { useSettings } from '../../settings/settings-context.ts';
import { WayOut } from './way-out.tsx';

export interface NoticeProps {
  icon: IconName;
  title: string;
  children: ReactNode;
  /** Who ends it, and when. */
  end: string;
  /** What somebody can do about it. */
  ways?: ReactNode;
  /** There is something better to do than to ask. */
  quietSupport?: boolean;
}

/** A page that says why nothing else can be reached, and whom to ask. */
export function Notice({ icon, title, children, end, ways, quietSupport = false }: NoticeProps) {
  const { supportEmail } = useSettings();
  return (
    <div className="mx-auto grid max-w-lg gap-6 pt-8">
      <Card>
        <div className="grid justify-items-center gap-4 p-4 text-center">
          <Icon name={icon} size={40} className="text-warning-icon" />
          <h1 tabIndex={-1} className="text-2xl">
            {title}
          </h1>
          <p className="text-body">{children}</p>
          <Button
            icon="mail"
            variant={quietSupport ? 'secondary' : 'primary'}
            render={<a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
          >
            Contact support
          </Button>
          <WayOut who={end} />
        </div>
      </Card>
      {ways}
    </div>
  );
}
