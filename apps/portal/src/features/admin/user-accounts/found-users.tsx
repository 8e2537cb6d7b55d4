import type { StaffUser } from '@portal/contract';
import {
  Badge,
  Button,
  Card,
  CopyableText,
  EmptyState,
  IconButton,
  Menu,
  Table,
  Timestamp,
  Truncate,
  type TableColumn,
} from '@portal/ui';
import { Link } from 'react-router';
import { BillingCell } from '../billing-cell.tsx';
import { EmailCell } from '../email-cell.tsx';
import { lockOutWords, type Person } from '../lock-outs/lock-outs.ts';
import { locksOf, type Lock, type LockOutKind } from '../lock-outs/locks.ts';
import { useIsOwnAccount } from '../own-account.ts';
import { addressOfSearch } from '../search/sought-in-address.ts';

export interface FoundUsersProps {
  /** By which they were looked for. */
  email: string;
  /** Not there yet while they are looked for. */
  users: readonly StaffUser[] | undefined;
  onLock: (kind: LockOutKind, person: Person) => void;
  onUnlock: (kind: LockOutKind, person: Person) => void;
}

function Locked({ lock }: { lock: Lock | null }) {
  if (lock === null) return 'No';
  const { since, until, reason, by } = lock;
  const why = [reason, by && `by ${by.email}`].filter(Boolean).join(', ');
  return (
    <>
      <span className="flex items-center gap-2">
        <Badge tone="destructive">Yes</Badge>
        <Timestamp date={since} relative="shorthand" className="text-xs text-secondary" />
      </span>
      {why && <Truncate className="text-xs text-secondary">{why}</Truncate>}
      {until !== null && (
        <span className="text-xs whitespace-nowrap text-secondary">
          until <Timestamp date={until} relative="disabled" size="mini" />
        </span>
      )}
    </>
  );
}

export function FoundUsers({ email, users, onLock, onUnlock }: FoundUsersProps) {
  const isOwnAccount = useIsOwnAccount();
  const item = (kind: LockOutKind, person: Person, isLocked: boolean) =>
    isLocked
      ? { label: lockOutWords[kind].unlock, onSelect: () => onUnlock(kind, person) }
      : { label: `${lockOutWords[kind].lock}...`, danger: true, onSelect: () => onLock(kind, person) };
  const columns: TableColumn<StaffUser>[] = [
    {
      key: 'user-id',
      header: 'User ID',
      width: 'clamp(9rem, 18vw, 17rem)',
      cell: ({ id }) => <CopyableText text={id} label="Copy user ID" />,
    },
    {
      key: 'auth0-id',
      header: 'Auth0 ID',
      cell: ({ auth0Id }) =>
        auth0Id === null ? 'Only invited' : <CopyableText text={auth0Id} label="Copy Auth0 ID" />,
    },
    { key: 'email', header: 'Email', cell: (user) => <EmailCell {...user} userId={user.id} /> },
    {
      key: 'quarantined',
      header: 'Is Quarantined?',
      width: '8rem',
      cell: (user) => <Locked lock={locksOf(user).quarantine} />,
    },
    {
      key: 'suspended',
      header: 'Is Suspended?',
      width: '8rem',
      cell: (user) => <Locked lock={locksOf(user).suspension} />,
    },
    { key: 'billing', header: 'Billing', width: '12rem', cell: ({ billing }) => <BillingCell {...billing} /> },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      width: '4rem',
      align: 'right',
      cell: (person) =>
        isOwnAccount(person) ? (
          <Badge tone="info">You</Badge>
        ) : (
          <Menu
            trigger={<IconButton icon="more" size="sm" label={`Actions for ${person.auth0Id ?? person.id}`} />}
            items={[
              item('quarantine', { userId: person.id, email: person.email }, person.isQuarantined),
              item('suspension', { userId: person.id, email: person.email }, person.isSuspended),
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
            title="Nobody has this address"
            text="It has to be the whole address."
            action={<SearchForPart email={email} />}
          />
        }
      />
    </Card>
  );
}

/** Leads to everybody who has what stands before the domain. */
function SearchForPart({ email }: { email: string }) {
  const part = email.split('@', 1).join('');
  const label = `Search for “${part}”`;
  return <Button render={<Link to={addressOfSearch(part)}>{label}</Link>}>{label}</Button>;
}
