import { displayEmail, maxHomeCount, type StaffHome } from '@portal/contract';
import { Badge, Card, Icon, Timestamp, VisuallyHidden, type IconName } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { humanizeAction } from '../../../lib/audit-details.ts';
import { paths } from '../../../lib/paths.ts';
import { numberFormat } from '../components/number-format.ts';

/** What needs staff, the most urgent first. Each row links to where staff act. */
export function NeedsYou({ home }: { home: StaffHome }) {
  const groups = groupsOf(home).filter(({ count }) => count > 0);
  return (
    <Card title="Needs you">
      {groups.length === 0 && (
        <p className="flex min-h-9 items-center gap-2 text-secondary">
          <Icon name="check-circle" size={16} className="flex-none text-success-icon" />
          Nothing needs you.
        </p>
      )}
      <div className="grid gap-5 empty:hidden">
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
    </Card>
  );
}

interface HomeGroup {
  title: string;
  icon: IconName;
  isUrgent?: boolean;
  count: number;
  /** The section with all rows, if there is one. */
  section?: { name: string; label: string };
  /** What staff do, if no page of the portal does it. */
  hint?: string;
  rows: readonly HomeRow[];
}

interface HomeRow {
  key: string;
  text: ReactNode;
  /** Where staff act, and the name for screen readers. */
  link?: { to: string; label: string; name: string };
}

const userLink = (userId: string, email: string) => ({
  to: paths.adminUser(userId),
  label: 'View user',
  name: displayEmail(email),
});

const workspaceLink = (workspaceId: string, name: string) => ({
  to: paths.adminWorkspace(workspaceId),
  label: 'View workspace',
  name,
});

const reasonText = (reason: string | null) => reason !== null && <span className="text-secondary"> · {reason}</span>;

const groupsOf = (home: StaffHome): HomeGroup[] => [
  {
    title: 'Restrictions that end soon',
    icon: 'clock',
    isUrgent: true,
    count: home.endingLocks.count,
    rows: home.endingLocks.rows.map(({ userId, email, kind, until, reason }) => ({
      key: `${kind} ${userId}`,
      text: (
        <>
          The {kind} of <Name>{displayEmail(email)}</Name> ends {until !== null && <Timestamp date={until} />}
          {reasonText(reason)}
        </>
      ),
      link: userLink(userId, email),
    })),
  },
  {
    title: 'Failed jobs',
    icon: 'alert-triangle',
    isUrgent: true,
    count: home.failedJobs.count,
    hint: 'They are not retried. An operator runs them again after removing the cause (runbook: JobsFailed).',
    rows: home.failedJobs.rows.map(({ task, count, since }) => ({
      key: task,
      text: (
        <>
          <Name>{taskName(task)}</Name>: {count === 1 ? '1 job' : `${count} jobs`}, the oldest from{' '}
          <Timestamp date={since} relative="disabled" showTime="minutes" />
        </>
      ),
    })),
  },
  {
    title: 'Failed payments',
    icon: 'credit-card',
    isUrgent: true,
    count: home.failedPayments.count,
    rows: home.failedPayments.rows.map(({ userId, email, paymentDetailsSet, isSuspended }) => ({
      key: userId,
      text: (
        <>
          <Name>{displayEmail(email)}</Name> is past due
          {!paymentDetailsSet && <span className="text-secondary"> · No payment method</span>}{' '}
          {isSuspended && <Badge tone="warning">Suspended</Badge>}
        </>
      ),
      link: userLink(userId, email),
    })),
  },
  {
    title: 'Emails not delivered',
    icon: 'mail',
    isUrgent: true,
    count: home.waitingEmails.count,
    hint: 'The mail server has not accepted them. They are retried for four days, then they are among the failed jobs.',
    rows: home.waitingEmails.rows.map(({ id, userId, email, kind, since }) => ({
      key: id,
      text: (
        <>
          <Name>{taskName(kind)}</Name> to <Name>{displayEmail(email)}</Name>, since <Timestamp date={since} />
        </>
      ),
      link: userLink(userId, email),
    })),
  },
  {
    title: 'Rejected invitation emails',
    icon: 'mail',
    count: home.rejectedInvitations.count,
    rows: home.rejectedInvitations.rows.map(({ workspaceId, displayName, email, rejectedAt }) => ({
      key: `${workspaceId} ${email}`,
      text: (
        <>
          The mail server of <Name>{displayEmail(email)}</Name> rejected the invitation to <Name>{displayName}</Name>
          <span className="text-secondary">
            {' '}
            · <Timestamp date={rejectedAt} />
          </span>
        </>
      ),
      link: workspaceLink(workspaceId, displayName),
    })),
  },
  {
    title: 'Quarantined accounts without an end date',
    icon: 'shield-alert',
    count: home.openQuarantines.count,
    section: { name: 'account-quarantine', label: 'View quarantined users' },
    rows: home.openQuarantines.rows.map(({ userId, email, since, reason }) => ({
      key: userId,
      text: (
        <>
          <Name>{displayEmail(email)}</Name> since <Timestamp date={since} relative="disabled" />
          {reasonText(reason)}
        </>
      ),
      link: userLink(userId, email),
    })),
  },
  {
    title: 'Quarantined workspaces',
    icon: 'shield-alert',
    count: home.quarantinedWorkspaces.count,
    section: { name: 'workspace-quarantine', label: 'View quarantined workspaces' },
    rows: home.quarantinedWorkspaces.rows.map(({ workspaceId, displayName, since, reason }) => ({
      key: workspaceId,
      text: (
        <>
          <Name>{displayName}</Name> since <Timestamp date={since} relative="disabled" />
          {reasonText(reason)}
        </>
      ),
      link: workspaceLink(workspaceId, displayName),
    })),
  },
];

/** `sendLogoutTokens` becomes “Send logout tokens”. */
const taskName = (name: string) => `${name.slice(0, 1).toUpperCase()}${humanizeAction(name.slice(1))}`;

function Group({ title, icon, isUrgent = false, count, section, hint, rows }: HomeGroup) {
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-baseline gap-x-4 border-b border-line pb-1">
        <h3 className="text-sm text-secondary">
          {title}{' '}
          <span className="font-normal tabular-nums">
            {count < maxHomeCount ? count : `${numberFormat.format(maxHomeCount)} or more`}
          </span>
        </h3>
        {section && count > rows.length && (
          <Link to={`${paths.workspaceAdmin}?section=${section.name}`} className="text-link ml-auto text-sm">
            {section.label}
          </Link>
        )}
      </div>
      <ul className="divide-y divide-line">
        {rows.map(({ key, text, link }) => (
          <li key={key} className="flex items-start gap-3 py-2">
            <Icon
              name={icon}
              size={16}
              className={`mt-0.5 flex-none ${isUrgent ? 'text-warning-icon' : 'text-neutral-icon'}`}
            />
            <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4 wrap-anywhere">
              <span className="min-w-0 flex-1 basis-60">{text}</span>
              {link && (
                <Link to={link.to} className="text-link flex-none">
                  {link.label} <VisuallyHidden>{link.name}</VisuallyHidden>
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
      {hint && <p className="text-sm text-secondary">{hint}</p>}
    </section>
  );
}

const Name = ({ children }: { children: string }) => (
  <bdi translate="no" className="font-medium text-strong">
    {children}
  </bdi>
);
