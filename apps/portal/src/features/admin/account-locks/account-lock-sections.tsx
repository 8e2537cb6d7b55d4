import { fullNameOf, maxStaffIdLength, ownAccountLockError, StaffId, type UserForStaff } from '@portal/contract';
import { Card } from '@portal/ui';
import { useState } from 'react';
import { useListQuarantinedUsersInfiniteQuery, useListSuspendedUsersInfiniteQuery } from '../../../api/admin.api.ts';
import { useLazyGetUserForStaffQuery } from '../../../api/admin.api.ts';
import { useMutationsById } from '../../../api/use-mutations-by-id.ts';
import { ErrorAlertsById } from '../../../components/error-alert.tsx';
import { useIsOwnAccount } from '../use-is-own-account.ts';
import { SingleFieldForm } from '../components/single-field-form.tsx';
import { activeLocks, lockLabels, type TargetUser } from './locks.ts';
import { LockedUsersTable, type LockedUsersTableProps } from './locked-users-table.tsx';
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

const toTargetUser = (user: UserForStaff): TargetUser => ({
  userId: user.id,
  email: user.email,
  name: fullNameOf(user),
});

function AccountLockSection({ kind, title, description, tableTitle, rows, ...table }: AccountLockSectionProps) {
  const labels = lockLabels[kind];
  const lockActions = useLockActions();
  const [isSelf, setIsSelf] = useState(false);
  const [loadUser, loadUserState] = useLazyGetUserForStaffQuery();
  const isOwnAccount = useIsOwnAccount();
  const unlocks = useMutationsById();
  const clearResult = () => {
    lockActions.clearResult();
    loadUserState.reset();
  };
  const findOtherUser = async (userId: string): Promise<UserForStaff | undefined> => {
    unlocks.clearErrors();
    clearResult();
    setIsSelf(false);
    const { data: user } = await loadUser({ params: { userId } });
    if (!user) return undefined;
    // Otherwise the change would refetch the user, which writes another audit entry.
    loadUserState.reset();
    const isOwn = isOwnAccount(user);
    setIsSelf(isOwn);
    return isOwn ? undefined : user;
  };
  const unlock = (user: TargetUser) => {
    clearResult();
    setIsSelf(false);
    return unlocks.run(user.userId, () => lockActions.unlock(kind, user));
  };
  const displayName = (id: string) => rows?.find(({ userId }) => userId === id)?.email ?? id;
  return (
    <>
      <Card title={title} description={description}>
        <div className="grid gap-3">
          <SingleFieldForm
            label="User ID"
            schema={StaffId}
            maxLength={maxStaffIdLength}
            mono
            error={isSelf ? { message: ownAccountLockError } : loadUserState.error}
            errorTitle="No changes were made"
            actions={[
              {
                label: labels.lock,
                loadingText: 'Looking up...',
                icon: 'shield-alert',
                run: async (userId) => {
                  const user = await findOtherUser(userId);
                  if (user) lockActions.lock(kind, toTargetUser(user), activeLocks(user)[kind] ?? undefined);
                  return false;
                },
              },
              {
                label: labels.unlock,
                loadingText: labels.unlocking,
                confirmClick: true,
                run: async (userId) => {
                  const listed = rows?.find((row) => row.userId === userId);
                  if (listed) return unlock(listed);
                  const user = await findOtherUser(userId);
                  return user !== undefined && unlock(toTargetUser(user));
                },
              },
            ]}
          />
          {lockActions.resultMessage}
          <ErrorAlertsById errors={unlocks.errors} title={(id) => `No changes were made for ${displayName(id)}`} />
        </div>
      </Card>
      <LockedUsersTable
        {...table}
        kind={kind}
        title={tableTitle}
        rows={rows}
        onUnlock={unlock}
        isUnlocking={unlocks.isPending}
      />
      {lockActions.dialog}
    </>
  );
}
