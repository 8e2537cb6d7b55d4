import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { sharedStorage } from '../lib/storage.ts';
import { loginIdOf, useWhoamiState } from './session.api.ts';

const storageKey = 'SI-PENDING-INVITATIONS';

interface PendingInvitations {
  /** The login whose user must log in again to claim invitations. Null if no invitations are pending. */
  loginId: string | null;
}

/**
 * Whether a profile refresh found pending invitations. The API claims invitations at login, never during a session. The
 * value is stored for later page loads, because saving the first profile navigates to another site. The next login has
 * another id, so that the value no longer applies.
 */
export const pendingInvitations = createSlice({
  name: 'pendingInvitations',
  initialState: (): PendingInvitations => ({ loginId: sharedStorage.read(storageKey) }),
  reducers: {
    setLoginId: (state, { payload }: PayloadAction<string | null>) => {
      state.loginId = payload;
    },
  },
  selectors: { selectPendingLoginId: ({ loginId }) => loginId },
});

/** Stores whether invitations are pending for the user of a login. */
export function recordPendingInvitations(loginId: string, arePending: boolean) {
  const pendingLoginId = arePending ? loginId : null;
  sharedStorage.write(storageKey, pendingLoginId ?? '');
  return pendingInvitations.actions.setLoginId(pendingLoginId);
}

type WithPendingInvitations = { [pendingInvitations.name]: PendingInvitations };

/** Whether the user must log in again to claim invitations. */
export function useHasPendingInvitations(): boolean {
  const { data } = useWhoamiState();
  const loginId = useSelector((state: WithPendingInvitations) =>
    pendingInvitations.selectors.selectPendingLoginId(state),
  );
  return data !== undefined && loginId === loginIdOf(data);
}
