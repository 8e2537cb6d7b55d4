import { Button, Card, DescriptionItem, DescriptionList, Icon, Timestamp, type IconName } from '@portal/ui';
import type { ReactNode } from 'react';
import { useUser } from '../../api/session.api.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { LockStatusCheck } from './lock-status-check.tsx';
import { useLockExpiryCheck } from './use-lock-expiry-check.ts';

export interface AccountLockNoticeProps {
  icon: IconName;
  title: string;
  children: ReactNode;
  /** How a lock without an end date is lifted. */
  liftHint: string;
  /** How the user can lift the lock. Shown between the notice and support. */
  remedy?: ReactNode;
  /** What else the user can do, below the notice. */
  actions?: ReactNode;
}

/** The only page that a user with a locked account can open. It says why, and how to contact support. */
export function AccountLockNotice({ icon, title, children, liftHint, remedy, actions }: AccountLockNoticeProps) {
  const { supportEmail } = useSettings();
  const { quarantinedAt, suspendedAt, lockOut: accountLock } = useUser();
  const since = quarantinedAt ?? suspendedAt;
  const { until = null, reason = null } = accountLock ?? {};
  useLockExpiryCheck(until);
  const support = (
    <LockStatusCheck hint={until === null ? liftHint : 'Support can remove this restriction sooner.'}>
      <Button
        icon="mail"
        variant={remedy ? 'secondary' : 'primary'}
        render={<a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
      >
        Contact support
      </Button>
    </LockStatusCheck>
  );
  return (
    <div className="mx-auto grid max-w-lg gap-6 pt-8">
      <Card>
        <div className="grid justify-items-center gap-4 p-4 pb-2 text-center">
          <Icon name={icon} size={40} className="text-warning-icon" />
          <h1 tabIndex={-1} className="text-2xl">
            {title}
          </h1>
          <p className="text-body">{children}</p>
          <div className="text-left">
            <DescriptionList>
              {since !== null && (
                <DescriptionItem name="Since">
                  <Timestamp date={since} relative="disabled" showTime="minutes" />
                </DescriptionItem>
              )}
              {until !== null && (
                <DescriptionItem name="Lifts automatically">
                  <Timestamp date={until} relative="disabled" showTime="minutes" />
                </DescriptionItem>
              )}
              {reason !== null && (
                <DescriptionItem name="Reason" multiline>
                  {reason}
                </DescriptionItem>
              )}
            </DescriptionList>
          </div>
        </div>
        {remedy && <div className="mt-3 border-t border-line py-5">{remedy}</div>}
        <div className={`text-center ${remedy ? 'border-t border-line pt-5' : 'pt-2 pb-4'}`}>{support}</div>
      </Card>
      {actions}
    </div>
  );
}
