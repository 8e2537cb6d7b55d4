import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { sharedStorage } from '../navigation/shared-storage.ts';
import { loginOf, useWhoamiState } from './session.api.ts';

const storageKey = 'SI:INVITATIONS-WAIT';

interface WaitingInvitations {
  /** The login whose user has to log in again to get their invitations; null if none are known to wait. */
  login: string | null;
}

/**
 * What a profile refresh returned about invitations: the API hands them over at a login, never in an open session. It is
 * kept for later pages too, because saving the first profile leads to another site at once. The next login ends it.
 */
export const waitingInvitations = createSlice({
  name: 'waitingInvitations',
  initialState: (): WaitingInvitations => ({ login: sharedStorage.read(storageKey) }),
  reducers: {
    loginWithInvitations: (state, { payload }: PayloadAction<string | null>) => {
      state.login = payload;
    },
  },
  selectors: { selectLogin: ({ login }) => login },
});

/** Takes over whether invitations wait for the user of a login. */
export function invitationsReported(login: string, areWaiting: boolean) {
  const waiting = areWaiting ? login : null;
  sharedStorage.write(storageKey, waiting ?? '');
  return waitingInvitations.actions.loginWithInvitations(waiting);
}

type WithWaitingInvitations = { [waitingInvitations.name]: WaitingInvitations };

/** Whether invitations wait until the user logs in again. */
export function useInvitationsWaiting(): boolean {
  const { data } = useWhoamiState();
  const login = useSelector((state: WithWaitingInvitations) => waitingInvitations.selectors.selectLogin(state));
  return data !== undefined && login === loginOf(data);
}
