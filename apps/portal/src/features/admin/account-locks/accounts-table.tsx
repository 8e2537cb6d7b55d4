import { displayEmail, type UserAccount, type LockKind } from '@portal/contract';
import {
  Badge,
  Button,
  Card,
  CopyableText,
  EmptyState,
  RowMenu,
  Table,
  Timestamp,
  Truncate,
  type MenuEntry,
  type TableColumn,
} from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { BillingCell } from '../components/billing-cell.tsx';
import { EmailCell } from '../components/email-cell.tsx';
import { TwoLines } from '../components/two-lines.tsx';
import { idColumnWidth } from './lock-columns.tsx';
import { activeLocks, lockLabels, type ActiveLock, type TargetUser } from './locks.ts';
import { useIsOwnAccount } from '../use-is-own-account.ts';

export interface AccountsTableProps {
  /** The email of the lookup. */
  email: string;
  /** Undefined while the lookup runs. */
  users: readonly UserAccount[] | undefined;
  onLock: (kind: LockKind, user: TargetUser) => void;
  onUnlock: (kind: LockKind, user: TargetUser) => void;
}

function LockCell({ lock }: { lock: ActiveLock | null }) {
  if (lock === null) return 'No';
  const { since, until, reason, by } = lock;
  const details = [reason, by && `by ${displayEmail(by.email)}`].filter(Boolean).join(', ');
  return (
    <TwoLines>
      <span className="flex items-center gap-2">
        <Badge tone="destructive">Yes</Badge>
        <Timestamp date={since} relative="shorthand" className="text-xs text-secondary" />
      </span>
      {details && <Truncate className="text-xs text-secondary">{details}</Truncate>}
      {until !== null && (
        <span className="text-xs whitespace-nowrap text-secondary">
          Until <Timestamp date={until} relative="disabled" />
        </span>
      )}
    </TwoLines>
  );
}

export function AccountsTable({ email, users, onLock, onUnlock }: AccountsTableProps) {
  const isOwnAccount = useIsOwnAccount();
  const menuItem = (kind: LockKind, user: TargetUser, isLocked: boolean): MenuEntry =>
    isLocked
      ? { label: lockLabels[kind].unlock, onSelect: () => onUnlock(kind, user) }
      : { label: `${lockLabels[kind].lock}...`, destructive: true, onSelect: () => onLock(kind, user) };
  const columns: TableColumn<UserAccount>[] = [
    {
      key: 'user-id',
      header: 'User ID',
      width: idColumnWidth,
      cell: ({ id }) => <CopyableText text={id} label="Copy user ID" />,
    },
    {
      key: 'auth0-id',
      header: 'Auth0 ID',
      cell: ({ auth0Id }) => (auth0Id === null ? 'Invited' : <CopyableText text={auth0Id} label="Copy Auth0 ID" />),
    },
    { key: 'email', header: 'Email', cell: (user) => <EmailCell {...user} userId={user.id} /> },
    {
      key: 'quarantined',
      header: 'Is Quarantined?',
      width: '8rem',
      cell: (user) => <LockCell lock={activeLocks(user).quarantine} />,
    },
    {
      key: 'suspended',
      header: 'Is Suspended?',
      width: '8rem',
      cell: (user) => <LockCell lock={activeLocks(user).suspension} />,
    },
    { key: 'billing', header: 'Billing', width: '9rem', cell: ({ billing }) => <BillingCell {...billing} /> },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      width: '4rem',
      align: 'right',
      cell: (user) =>
        isOwnAccount(user) ? (
          <Badge tone="info">You</Badge>
        ) : (
          <RowMenu
            subject={user.auth0Id ?? user.id}
            items={[
              menuItem('quarantine', { userId: user.id, email: user.email }, user.isQuarantined),
              menuItem('suspension', { userId: user.id, email: user.email }, user.isSuspended),
            ]}
          />
        ),
    },
  ];
  return (
    <Card flush title="Accounts found">
      <Table
        caption="Accounts found"
        columns={columns}
        rows={users ?? []}
        rowKey={({ id }) => id}
        loading={users === undefined}
        skeletonRows={1}
        empty={
          <EmptyState
            icon="search-none"
            title="No accounts with this email"
            text="Enter the full address."
            action={<SearchByLocalPart email={email} />}
          />
        }
      />
    </Card>
  );
}

/** Searches for the part before the @. */
function SearchByLocalPart({ email }: { email: string }) {
  const localPart = email.split('@', 1).join('');
  const label = `Search for “${localPart}”`;
  return <Button render={<Link to={paths.adminSearch(localPart)}>{label}</Link>}>{label}</Button>;
}
