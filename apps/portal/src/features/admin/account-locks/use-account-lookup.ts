import { ownAccountLockError, type UserAccount } from '@portal/contract';
import { useState } from 'react';
import { useLazyFindUsersByEmailQuery, useLazyGetUserForStaffQuery } from '../../../api/admin.api.ts';
import { useIsOwnAccount } from '../use-is-own-account.ts';

type LookupField = 'id' | 'email';

/** Finds the account to lock or unlock, by its ID or its email. One's own account is an error. */
export function useAccountLookup() {
  const [getUser, userState] = useLazyGetUserForStaffQuery();
  const [findUsers, usersState] = useLazyFindUsersByEmailQuery();
  const [ownAccountField, setOwnAccountField] = useState<LookupField>();
  const isOwnAccount = useIsOwnAccount();
  const clear = () => {
    setOwnAccountField(undefined);
    // Otherwise each change would repeat the request, which writes another audit entry.
    userState.reset();
    usersState.reset();
  };
  const accept = (user: UserAccount, field: LookupField) => {
    clear();
    if (!isOwnAccount(user)) return user;
    setOwnAccountField(field);
    return undefined;
  };
  return {
    clear,
    findById: async (userId: string) => {
      const { data: user } = await getUser({ params: { userId } });
      return user && accept(user, 'id');
    },
    /** Returns an account if it is the only one with the email. Otherwise `matches` lists all of them. */
    findByEmail: async (email: string) => {
      const { data: found } = await findUsers({ query: { email } });
      const [user, ...others] = found?.data ?? [];
      return user && others.length === 0 ? accept(user, 'email') : undefined;
    },
    /** All accounts with the email that was looked up last. It follows changes of them. */
    matches: usersState.currentData && {
      email: usersState.originalArgs?.query.email ?? '',
      users: usersState.currentData.data,
    },
    errorOf: (field: LookupField) => {
      if (ownAccountField === field) return { message: ownAccountLockError };
      return field === 'id' ? userState.error : usersState.error;
    },
  };
}
