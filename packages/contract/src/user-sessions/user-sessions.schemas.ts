import * as z from 'zod/mini';
import { pageSize, TimeCursor } from '../pagination.ts';
import { IdInput, IsoTimestamp, Ulid } from '../primitives.ts';
import { TerminalDetails } from '../terminal-logins/terminal-logins.schemas.ts';
import { UserParams } from '../users/users.schemas.ts';

/** Path parameters of the calls about a session. */
export const UserSessionParams = z.object({
  ...UserParams.shape,
  /** The id of the session. */
  sessionId: IdInput,
});

/** Path parameters of the calls about an API token that the user should review. */
export const TokenToReviewParams = z.object({
  ...UserParams.shape,
  /** The id of the API token. */
  tokenId: IdInput,
});

/** Without parameters the response is the first page. */
export const UserSessionsQuery = z.strictObject({
  /** The `next` of the previous page. */
  after: z.optional(TimeCursor),
  /** The maximum number of rows; 50 by default. */
  limit: z.optional(pageSize(200)),
});

/** Where a session is used, in words. */
export const SessionClient = z.object({
  /** `Firefox`, or `Unknown browser`. */
  browser: z.string(),
  /** The operating system, such as `macOS`; null if unknown. */
  system: z.nullable(z.string()),
  /** The approximate network: `203.0.113.x`, or the first 48 bits of an IPv6 address; null if unknown. */
  network: z.nullable(z.string()),
});
export type SessionClient = z.infer<typeof SessionClient>;

/** A workspace whose instance the user entered from a session, with a token that is still valid. */
export const EnteredInstance = z.object({ workspaceId: Ulid, displayName: z.string() });
export type EnteredInstance = z.infer<typeof EnteredInstance>;

/** An active session. */
export const UserSession = z.object({
  /** Not a credential. */
  id: Ulid,
  ...SessionClient.shape,
  /** When the last login in this browser completed. */
  createdAt: IsoTimestamp,
  /** Accurate to a few minutes. */
  lastSeenAt: IsoTimestamp,
  /** Whether the request belongs to this session. */
  isCurrent: z.boolean(),
  instances: z.array(EnteredInstance),
  /** Of a terminal login, whose `browser` is the name of the client; null for a browser. */
  terminal: z.nullable(TerminalDetails),
});
export type UserSession = z.infer<typeof UserSession>;

/** An active API token of the user that someone else may have created, so the user should review and perhaps revoke it. */
export const TokenToReview = z.object({
  id: Ulid,
  name: z.nullable(z.string()),
  workspaceId: Ulid,
  workspaceName: z.string(),
  createdAt: IsoTimestamp,
  /** Accurate to a few minutes; null if never used. */
  lastUsedAt: z.nullable(IsoTimestamp),
});
export type TokenToReview = z.infer<typeof TokenToReview>;

/** The API tokens that a user should review. */
export const TokensToReview = z.object({
  /** At most 100, the newest first. */
  tokens: z.array(TokenToReview),
  /** The number of all tokens to review, including those after the first 100. */
  total: z.int(),
});
export type TokensToReview = z.infer<typeof TokensToReview>;

/** A page of sessions. */
export const UserSessions = z.object({
  /** Newest first. */
  sessions: z.array(UserSession),
  next: z.nullable(TimeCursor),
  /**
   * Active API tokens that you should review for 30 days after you, support or the login service ended sessions: those that the ended
   * sessions created, and after the end of all other sessions each one that your login did not create.
   */
  tokensToReview: TokensToReview,
});
export type UserSessions = z.infer<typeof UserSessions>;

/** What ended. */
export const EndedSessions = z.object({
  /** How many sessions ended, and how many instance tokens with them. */
  ended: z.object({ sessions: z.int(), instanceTokens: z.int() }),
  /** As in `listSessions`, with the tokens of the ended sessions. */
  tokensToReview: TokensToReview,
});
export type EndedSessions = z.infer<typeof EndedSessions>;

/** The result of keeping an API token. */
export const KeptToken = z.object({
  /** The API tokens that remain to be reviewed. */
  tokensToReview: TokensToReview,
});
export type KeptToken = z.infer<typeof KeptToken>;
