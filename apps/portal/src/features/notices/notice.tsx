import { Button, Card, Fact, Facts, Icon, Timestamp, type IconName } from '@portal/ui';
import type { ReactNode } from 'react';
import { useUser } from '../../api/session.api.ts';
import { useSettings } from '../../settings/settings-context.ts';
import { WayOut } from './way-out.tsx';

export interface NoticeProps {
  icon: IconName;
  title: string;
  children: ReactNode;
  /** When it began. */
  since: string | null;
  /** Who ends it, and when. */
  end: string;
  /** What somebody can do about it. */
  ways?: ReactNode;
  /** There is something better to do than to ask. */
  quietSupport?: boolean;
}

/** A page that says why nothing else can be reached, and whom to ask. */
export function Notice({ icon, title, children, since, end, ways, quietSupport = false }: NoticeProps) {
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
          <Terms since={since} />
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

/** What staff said of it, as the mail has it, too. */
function Terms({ since }: { since: string | null }) {
  const { lockOut } = useUser();
  return (
    <div className="text-left">
      <Facts>
        {since !== null && <Fact name="Since">{day(since)}</Fact>}
        {lockOut?.until != null && <Fact name="Ends by itself">{day(lockOut.until)}</Fact>}
        {lockOut?.reason != null && <Fact name="Reason">{lockOut.reason}</Fact>}
      </Facts>
    </div>
  );
}

const day = (date: string) => <Timestamp date={date} relative="disabled" showTime />;
