import * as z from 'zod/mini';
import { UlidInput, IsoTimestamp, IdInput, Ulid, maxLength, validationMessages, requiredText } from '../primitives.ts';
import { pageSize } from '../pagination.ts';
import { parseTimeString } from './time-string.rules.ts';

/** How long the token is valid, for example `60m`, `48h`, `3d` or `1y`, up to the maximum of the deployment. */
export const Expiration = z
  .string({ error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.timeString) })
  .check(
    z.trim(),
    maxLength(99),
    z.minLength(1, validationMessages.required),
    z.refine((text: string) => text === '' || parseTimeString(text) !== null, validationMessages.timeString),
  );

/** Source: specification section 5, "Token". */
export const NewAuthToken = z.object({ name: requiredText({ max: 255 }), expiration: Expiration });
export type NewAuthToken = z.infer<typeof NewAuthToken>;

/** Source: specification section 5, "Token". */
export const AuthTokenRename = z.object({ name: requiredText({ max: 255 }) });

/** An API token of a workspace. Its secret is never stored. Source: specification section 3. */
export const AuthToken = z.object({
  id: Ulid,
  name: z.nullable(z.string()),
  /** The user who created the token. */
  creatorUserId: Ulid,
  createdAt: IsoTimestamp,
  /** Null if the token never expires. */
  expiresAt: z.nullable(IsoTimestamp),
  /** Null unless revoked. */
  revokedAt: z.nullable(IsoTimestamp),
  /** Accurate to a few minutes; null if never used. */
  lastUsedAt: z.nullable(IsoTimestamp),
});
export type AuthToken = z.infer<typeof AuthToken>;

/** Newest first, including expired and revoked ones. */
export const AuthTokens = z.object({
  authTokens: z.array(AuthToken),
  /** The maximum lifetime of a new token, in days. */
  longestDays: z.number(),
});

/** Without parameters the response is the whole list. */
export const AuthTokensQuery = z.strictObject({
  /** The id of the previous page's last token, from its `Link` header. */
  after: z.optional(UlidInput),
  /** The maximum number of tokens of a page; 50 if only `after` is given. */
  limit: z.optional(pageSize(500)),
});

/** The token as it is after the call. */
export const AuthTokenResult = z.object({ authToken: AuthToken });

/** A new token and its secret. */
export const CreatedAuthToken = z.object({
  authToken: AuthToken,
  /** The secret. It is returned once and never again. */
  token: z.string(),
});
export type CreatedAuthToken = z.infer<typeof CreatedAuthToken>;

/** Path parameters of the calls about an API token. */
export const AuthTokenParams = z.object({
  /** The id of the workspace. */
  workspaceId: IdInput,
  /** The id of the API token. */
  tokenId: IdInput,
});
