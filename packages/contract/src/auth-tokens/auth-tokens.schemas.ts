import * as z from 'zod/mini';
import { GivenUlid, Moment, PathId, Ulid, atMost, messages, requiredText } from '../fields.ts';
import { pageSize } from '../pages.schemas.ts';
import { parseTimeString } from './time-string.rules.ts';

/** How long a token is to live, as people write it: `60m`, `48h`, `3d`, `1y`, up to the longest that the deployment allows. */
export const Expiration = z
  .string({ error: (issue) => (issue.input == null ? messages.required : messages.timeString) })
  .check(
    z.trim(),
    atMost(99),
    z.minLength(1, messages.required),
    z.refine((text: string) => text === '' || parseTimeString(text) !== null, messages.timeString),
  );

/** Source: specification section 5, "Token". */
export const NewAuthToken = z.object({ name: requiredText({ max: 255 }), expiration: Expiration });
export type NewAuthToken = z.infer<typeof NewAuthToken>;

export const AuthTokenRename = z.object({ name: requiredText({ max: 255 }) });

/** An API token of a workspace; its secret is never kept. Source: specification section 3. */
export const AuthToken = z.object({
  id: Ulid,
  /** What its maker calls it. */
  name: z.nullable(z.string()),
  /** Who made it. */
  creatorUserId: Ulid,
  createdAt: Moment,
  /** Null: never. */
  expiresAt: z.nullable(Moment),
  /** Null while it is not revoked. */
  revokedAt: z.nullable(Moment),
  /** To within a few minutes; null until it is used. */
  lastUsedAt: z.nullable(Moment),
});
export type AuthToken = z.infer<typeof AuthToken>;

export const AuthTokens = z.object({
  authTokens: z.array(AuthToken),
  /** How many days a new one can live at most; an API of an earlier version does not tell. */
  longestDays: z.optional(z.number()),
});

/** Which part of the list; all of it without either. */
export const AuthTokensPage = z.strictObject({
  /** The id of the last API token of the page before, as its `Link` says it. */
  after: z.optional(GivenUlid),
  /** How many API tokens a page has at most; 50 where only `after` is given. */
  limit: z.optional(pageSize(500)),
});

export const AuthTokenResult = z.object({ authToken: AuthToken });

export const CreatedAuthToken = z.object({
  authToken: AuthToken,
  /** The secret itself, told here and never again. */
  token: z.string(),
});
export type CreatedAuthToken = z.infer<typeof CreatedAuthToken>;

export const AuthTokenParams = z.object({
  /** The workspace. */
  workspaceId: PathId,
  /** The API token, by its id. */
  tokenId: PathId,
});
