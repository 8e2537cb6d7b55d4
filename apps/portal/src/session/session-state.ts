import { createSlice, isRejectedWithValue } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import type { RequestError } from '../api/request-error.ts';
import { sessionApi } from '../api/session.api.ts';

/** The states of the state diagram in `README.md`. */
export type SessionStatus = 'unknown' | 'active' | 'ended' | 'switched';

interface SessionState {
  status: SessionStatus;
  /** The user whose data the page shows. */
  userId: string | undefined;
}

const initialState: SessionState = { status: 'unknown', userId: undefined };

const isUnauthenticated = (action: unknown) =>
  isRejectedWithValue(action) && (action.payload as RequestError).status === 401;

/** The state of the session. Only responses of the API change it. */
export const sessionState = createSlice({
  name: 'session',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addMatcher(sessionApi.endpoints.whoami.matchFulfilled, (state, { payload }) => {
      state.userId ??= payload.user.id;
      state.status = payload.user.id === state.userId ? 'active' : 'switched';
    });
    builder.addMatcher(isUnauthenticated, (state) => {
      if (state.status === 'active') state.status = 'ended';
    });
  },
  selectors: { selectSessionStatus: ({ status }) => status },
});

type WithSession = { readonly [sessionState.name]: SessionState };

export const useSessionStatus = () =>
  useSelector((state: WithSession) => sessionState.selectors.selectSessionStatus(state));

/** Whether the session ended while the page was open. */
export const useSessionEnded = () => useSessionStatus() === 'ended';
