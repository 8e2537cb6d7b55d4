import { createSlice, isRejectedWithValue } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import type { RequestError } from '../api/http/request-error.ts';
import { sessionApi } from '../api/session.api.ts';

/** The states of the state diagram in `README.md`. */
export type SessionStatus = 'unknown' | 'active' | 'ended' | 'switched';

interface SessionState {
  status: SessionStatus;
  /** The user whose data the page shows. */
  userId: string | undefined;
  /** The type of the error that ended the session, or `logout` if the user logged out in another tab. */
  endedBy: string | undefined;
}

const initialState: SessionState = { status: 'unknown', userId: undefined, endedBy: undefined };

const isUnauthenticated = (action: unknown): action is { payload: RequestError } =>
  isRejectedWithValue(action) && (action.payload as RequestError).status === 401;

/** The state of the session. Responses of the API change it, and a logout in another tab. */
export const sessionState = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** The user logged out in another tab. */
    logOutElsewhere: (state) => {
      if (state.status !== 'active' && state.status !== 'ended') return;
      state.status = 'ended';
      state.endedBy = 'logout';
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(sessionApi.endpoints.whoami.matchFulfilled, (state, { payload }) => {
      state.userId ??= payload.user.id;
      state.status = payload.user.id === state.userId ? 'active' : 'switched';
    });
    builder.addMatcher(isUnauthenticated, (state, { payload }) => {
      if (state.status !== 'active') return;
      state.status = 'ended';
      state.endedBy = payload.type;
    });
  },
  selectors: { selectSessionStatus: ({ status }) => status, selectEndedBy: ({ endedBy }) => endedBy },
});

type WithSession = { readonly [sessionState.name]: SessionState };

export const useSessionStatus = () =>
  useSelector((state: WithSession) => sessionState.selectors.selectSessionStatus(state));

/** The type of the error that ended the session, or `logout`. */
export const useEndedBy = () => useSelector((state: WithSession) => sessionState.selectors.selectEndedBy(state));

/** Whether the user logged out in another tab. Then no data of the user may stay on the page. */
export const useLoggedOutElsewhere = () => {
  const endedBy = useEndedBy();
  return useSessionEnded() && endedBy === 'logout';
};

/** Whether the session ended while the page was open. */
export const useSessionEnded = () => useSessionStatus() === 'ended';
