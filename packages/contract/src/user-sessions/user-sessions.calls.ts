import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';
import {
  EndedSessions,
  KeptToken,
  TokenToReviewParams,
  UserSessionParams,
  UserSessions,
  UserSessionsQuery,
} from './user-sessions.schemas.ts';

const self = { who: 'self', requires: [], allowedWhile: ['suspension'] } as const;

/** A user's own sessions. Source: decision 35. */
export const userSessionCalls = defineCalls({
  listSessions: {
    method: 'GET',
    path: '/users/:userId/sessions',
    access: self,
    params: UserParams,
    query: UserSessionsQuery,
    result: UserSessions,
    paginated: true,
    providesTags: ['UserSession'],
    summary: 'List your active sessions, newest first, and the API tokens that you should review',
  },
  endSession: {
    method: 'DELETE',
    path: '/users/:userId/sessions/:sessionId',
    access: self,
    params: UserSessionParams,
    result: EndedSessions,
    errors: ['SessionNotFound', 'FreshLoginRequired'],
    endsAccess: true,
    audited: true,
    invalidatesTags: ['UserSession'],
    summary:
      'End one of your sessions, revoke its instance tokens and notify the instances; another session than the current one requires a recent login',
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/users/:userId/sessions',
    access: self,
    params: UserParams,
    result: EndedSessions,
    recentLogin: 'STEP_UP_MAX_AGE_MINUTES',
    endsAccess: true,
    audited: true,
    invalidatesTags: ['UserSession'],
    summary:
      'End all your sessions except the current one, revoke its instance tokens from before its last login, and require a new login in every other browser',
  },
  keepToken: {
    method: 'DELETE',
    path: '/users/:userId/tokens-to-review/:tokenId',
    access: self,
    params: TokenToReviewParams,
    result: KeptToken,
    errors: ['AuthTokenNotFound'],
    recentLogin: 'STEP_UP_MAX_AGE_MINUTES',
    audited: true,
    invalidatesTags: ['UserSession'],
    summary: 'Take one of your API tokens off the list of tokens to review; the token keeps working',
  },
});
