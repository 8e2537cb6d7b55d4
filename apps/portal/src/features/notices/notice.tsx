import { Button, Card, Fact, Facts, Icon, Timestamp, type IconName } from '@portal/ui';
import type { ReactNode } from 'react';
import { useUser } from '../../api/session.api.ts';
import { useSettings } from '../../settings/settings-context.ts';
import { useLookAtEnd } from './use-look-at-end.ts';
import { WayOut } from './way-out.tsx';

export interface NoticeProps {
  icon: IconName;
  title: string;
  children: ReactNode;
  /** Who ends it, and when, if it does not end by itself. */
  end: string;
  /** What somebody can do about it. */
  ways?: ReactNode;
  /** There is something better to do than to ask. */
  quietSupport?: boolean;
}

/** A page that says why nothing else can be reached, and whom to ask. */
export function Notice({ icon, title, children, end, ways, quietSupport = false }: NoticeProps) {
  const { supportEmail } = useSettings();
  const { quarantinedAt, suspendedAt, lockOut } = useUser();
  const since = quarantinedAt ?? suspendedAt;
  const { until = null, reason = null } = lockOut ?? {};
  useLookAtEnd(until);
  return (
    <div className="mx-auto grid max-w-lg gap-6 pt-8">
      <Card>
        <div className="grid justify-items-center gap-4 p-4 text-center">
          <Icon name={icon} size={40} className="text-warning-icon" />
          <h1 tabIndex={-1} className="text-2xl">
            {title}
          </h1>
          <p className="text-body">{children}</p>
          <div className="text-left">
            <Facts>
              {since !== null && <Fact name="Since">{moment(since)}</Fact>}
              {until !== null && <Fact name="Ends by itself">{moment(until)}</Fact>}
              {reason !== null && (
                <Fact name="Reason" long>
                  {reason}
                </Fact>
              )}
            </Facts>
          </div>
          <Button
            icon="mail"
            variant={quietSupport ? 'secondary' : 'primary'}
            render={<a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
          >
            Contact support
          </Button>
          <WayOut who={until === null ? end : 'It ends by itself then, or before if support ends it.'} />
        </div>
      </Card>
      {ways}
    </div>
  );
}

/** Whoever is told of it may be elsewhere, and the mail of it says UTC. */
const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' });

const moment = (at: string) => (
  <>
    <Timestamp date={at} relative="disabled" showTime />{' '}
    {zone.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value}
  </>
);
