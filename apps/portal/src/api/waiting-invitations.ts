import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

interface WaitingInvitations {
  /** Whose invitations wait until they log in again; null where none are known to. */
  userId: string | null;
}

/** What a profile refresh said of invitations: the API hands them over at a login, never in a session that is open. */
export const waitingInvitations = createSlice({
  name: 'waitingInvitations',
  initialState: (): WaitingInvitations => ({ userId: null }),
  reducers: {
    profileRefreshed: (state, { payload }: PayloadAction<{ userId: string; invitationsWaiting: boolean }>) => {
      state.userId = payload.invitationsWaiting ? payload.userId : null;
    },
  },
  selectors: { selectWaitingUserId: (state) => state.userId },
});

export const { profileRefreshed } = waitingInvitations.actions;
const { selectWaitingUserId } = waitingInvitations.selectors;

type WithWaitingInvitations = { [waitingInvitations.name]: WaitingInvitations };

/** Whether invitations wait until a user logs in again. */
export const useInvitationsWaiting = (userId: string | undefined) =>
  useSelector((state: WithWaitingInvitations) => selectWaitingUserId(state)) === userId;
