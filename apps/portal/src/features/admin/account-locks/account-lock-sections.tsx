import {
  EmailQuery,
  fullNameOf,
  maxOwnerInputLength,
  maxStaffIdLength,
  StaffId,
  type UserAccount,
  displayEmail,
} from '@portal/contract';
import { Card } from '@portal/ui';
import { useListQuarantinedUsersInfiniteQuery, useListSuspendedUsersInfiniteQuery } from '../../../api/admin.api.ts';
import { useMutationsById } from '../../../api/cache/use-mutations-by-id.ts';
import { ErrorAlertsById } from '../../../components/error-alert.tsx';
import { SingleFieldForm } from '../components/single-field-form.tsx';
import { AccountsTable } from './accounts-table.tsx';
import { activeLocks, lockLabels, type TargetUser } from './locks.ts';
import { LockedUsersTable, type LockedUsersTableProps } from './locked-users-table.tsx';
import { useAccountLookup } from './use-account-lookup.ts';
import { useLockActions } from './use-lock-actions.tsx';

export function AccountQuarantine() {
  const query = useListQuarantinedUsersInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const rows = query.data?.pages
    .flatMap((page) => page.rows)
    .map(({ quarantinedAt, ...row }) => ({ ...row, lockedAt: quarantinedAt }));
  return (
    <AccountLockSection
      kind="quarantine"
      title="Manage account quarantine"
      description="For suspicious activity. Quarantined users only see a notice, and can only log out."
      tableTitle="Quarantined users"
      sinceHeader="Quarantined At"
      rows={rows}
      query={query}
    />
  );
}

export function Suspensions() {
  const query = useListSuspendedUsersInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const rows = query.data?.pages
    .flatMap((page) => page.rows)
    .map(({ suspendedAt, ...row }) => ({ ...row, lockedAt: suspendedAt }));
  return (
    <AccountLockSection
      kind="suspension"
      title="Manage user suspensions"
      description="For overdue payments. Suspended users only see a notice, and can still pay."
      tableTitle="Suspended users"
      sinceHeader="Suspended At"
      rows={rows}
      query={query}
    />
  );
}

interface AccountLockSectionProps extends Pick<LockedUsersTableProps, 'kind' | 'sinceHeader' | 'rows' | 'query'> {
  title: string;
  description: string;
  tableTitle: string;
}

const { email: Email } = EmailQuery.shape;

const toTargetUser = (user: UserAccount): TargetUser => ({
  userId: user.id,
  email: user.email,
  name: fullNameOf(user),
});

type FindAccount = (text: string) => Promise<UserAccount | undefined>;

function AccountLockSection({ kind, title, description, tableTitle, rows, ...table }: AccountLockSectionProps) {
  const labels = lockLabels[kind];
  const lockActions = useLockActions();
  const { clear, findById, findByEmail, matches, errorOf } = useAccountLookup();
  const unlocks = useMutationsById();
  const clearResults = () => {
    lockActions.clearResult();
    clear();
    unlocks.clearErrors();
  };
  const unlock = (user: TargetUser, lockKind = kind) => {
    lockActions.clearResult();
    return unlocks.run(user.userId, () => lockActions.unlock(lockKind, user));
  };
  const lockFound = (find: FindAccount) => async (text: string) => {
    clearResults();
    const user = await find(text);
    if (user) lockActions.lock(kind, toTargetUser(user), activeLocks(user)[kind] ?? undefined);
    return false;
  };
  const unlockFound = (find: FindAccount) => async (text: string) => {
    clearResults();
    const user = await find(text);
    return user !== undefined && unlock(toTargetUser(user));
  };
  const unlockById = (userId: string) => {
    clearResults();
    const listed = rows?.find((row) => row.userId === userId);
    return listed ? unlock(listed) : unlockFound(findById)(userId);
  };
  const displayName = (id: string) => {
    const email = rows?.find(({ userId }) => userId === id)?.email;
    return email === undefined ? id : displayEmail(email);
  };
  return (
    <>
      <Card title={title} description={description}>
        <div className="form-rows">
          <SingleFieldForm
            label="User email"
            schema={Email}
            maxLength={maxOwnerInputLength}
            placeholder="person@example.com"
            error={errorOf('email')}
            errorTitle="No changes were made"
            actions={[
              {
                label: `${labels.lock} by email`,
                loadingText: 'Looking up...',
                icon: 'shield-alert',
                run: lockFound(findByEmail),
              },
              {
                label: `${labels.unlock} by email`,
                loadingText: labels.unlocking,
                confirmClick: true,
                run: unlockFound(findByEmail),
              },
            ]}
          />
          <SingleFieldForm
            label="User ID"
            schema={StaffId}
            maxLength={maxStaffIdLength}
            mono
            error={errorOf('id')}
            errorTitle="No changes were made"
            actions={[
              {
                label: labels.lock,
                loadingText: 'Looking up...',
                icon: 'shield-alert',
                run: lockFound(findById),
              },
              { label: labels.unlock, loadingText: labels.unlocking, confirmClick: true, run: unlockById },
            ]}
          />
          {lockActions.resultMessage}
          <ErrorAlertsById errors={unlocks.errors} title={(id) => `No changes were made for ${displayName(id)}`} />
        </div>
      </Card>
      {matches && (
        <AccountsTable
          {...matches}
          onLock={lockActions.lock}
          onUnlock={(lockKind, user) => void unlock(user, lockKind)}
        />
      )}
      <LockedUsersTable
        {...table}
        kind={kind}
        title={tableTitle}
        rows={rows}
        onUnlock={(user) => {
          clear();
          return unlock(user);
        }}
        isUnlocking={unlocks.isPending}
      />
      {lockActions.dialog}
    </>
  );
}
