import * as z from 'zod/mini';
import {
  UlidInput,
  IsoTimestamp,
  IdInput,
  Ulid,
  enumOf,
  maxLength,
  validationMessages,
  requiredText,
} from '../primitives.ts';
import { InvitedRole } from '../invitations/my-invitations.schemas.ts';
import { pageSize } from '../pagination.ts';
import { Networks } from './networks.schemas.ts';
import { apiScopeNames, platformScopeLimits, scopePattern } from './scopes.rules.ts';
import { parseOverlap } from './rotation.rules.ts';
import { parseTimeString } from './time-string.rules.ts';

/** Ten years: no deployment lets a token live longer. */
const maxPolicyDays = 3_650;

/** How long the token is valid, for example `60m`, `48h`, `3d` or `1y`, up to the maximum of the deployment. */
export const Expiration = z
  .string({ error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.timeString) })
  .check(
    z.trim(),
    maxLength(99),
    z.minLength(1, validationMessages.required),
    z.refine((text: string) => text === '' || parseTimeString(text) !== null, validationMessages.timeString),
  );

const scope = z
  .string(validationMessages.invalid)
  .check(z.maxLength(platformScopeLimits.length), z.regex(scopePattern, validationMessages.invalid));

/** Source: specification section 5, "Token". What it does not have is optional. */
export const NewAuthToken = z.object({
  name: requiredText({ max: 255 }),
  expiration: Expiration,
  /**
   * What the token can do. They never change. By default the token reads the workspace, its members and its tokens, and has the first scope
   * of the platform.
   */
  scopes: z.optional(
    z.array(scope).check(
      z.minLength(1, validationMessages.required),
      z.maxLength(apiScopeNames.length + platformScopeLimits.count),
      z.overwrite((scopes) => [...new Set(scopes)]),
    ),
  ),
  /** The service account that the token acts as; only for the owner. By default the token acts as you. */
  serviceAccountId: z.optional(UlidInput),
  /** The networks from which the token can be used. Default: every network. */
  networks: z.optional(Networks),
  /** Whether the token can be replaced by a request with it, in the last half of its life. Default: false. */
  canRotateItself: z.optional(z.boolean()),
});
export type NewAuthToken = z.infer<typeof NewAuthToken>;

/** Source: specification section 5, "Token". */
export const AuthTokenRename = z.object({ name: requiredText({ max: 255 }) });

/** An API token of a workspace. Its secret is never stored. Source: specification section 3. */
export const AuthToken = z.object({
  id: Ulid,
  name: z.nullable(z.string()),
  /** The user that the token acts as; null for a token of a service account. */
  userId: z.nullable(Ulid),
  /** The service account that the token acts as; null for a token of a user. */
  serviceAccountId: z.nullable(Ulid),
  /** The user who created the token; null once that account is deleted. */
  creatorUserId: z.nullable(Ulid),
  /** What the token can do. */
  scopes: z.array(z.string()),
  createdAt: IsoTimestamp,
  /** Null if the token never expires. */
  expiresAt: z.nullable(IsoTimestamp),
  /** Null unless revoked. */
  revokedAt: z.nullable(IsoTimestamp),
  /** Accurate to a few minutes; null if never used. */
  lastUsedAt: z.nullable(IsoTimestamp),
  /** The network of a recent use, such as `203.0.113.0/24`, and the kind of program. Not every use is recorded. */
  lastUsedNetwork: z.nullable(z.string()),
  lastUsedClient: z.nullable(z.string()),
  /** The networks from which the token can be used, as CIDR; empty for every network. */
  networks: z.array(z.string()),
  /** Until when a request with the token can replace it; null if only a person can. */
  rotatesUntil: z.nullable(IsoTimestamp),
  /** The token that replaced this one, which ends at `expiresAt`. */
  replacedById: z.nullable(Ulid),
  replacedAt: z.nullable(IsoTimestamp),
  /** When the token was used after its replacement and its end: a program still has the old one. */
  usedAfterReplacedAt: z.nullable(IsoTimestamp),
});
export type AuthToken = z.infer<typeof AuthToken>;

/** What the owner of a workspace allows. */
export const TokenPolicy = z.object({
  /** Who can create API tokens that act as themselves. */
  makers: enumOf(['EVERYONE', 'APPROVERS', 'OWNER']),
  /** The maximum lifetime of a new token, in days; null for that of the deployment. */
  maxDays: z.nullable(z.int().check(z.minimum(1), z.maximum(maxPolicyDays))),
  /** Whether tokens can change something. If not, tokens that have such a scope already can only read. */
  allowsWrites: z.boolean(),
});
export type TokenPolicy = z.infer<typeof TokenPolicy>;

/** The policy as it is after the call. */
export const TokenPolicyResult = z.object({ policy: TokenPolicy });

/** Newest first, including expired and revoked ones. */
export const AuthTokens = z.object({
  authTokens: z.array(AuthToken),
  /** The maximum lifetime of a new token, in days: that of the deployment, or less by the policy of the workspace. */
  longestDays: z.number(),
  policy: TokenPolicy,
  /** The scopes of the platform that a token can have. The first one is the default. */
  platformScopes: z.array(z.object({ name: z.string(), description: z.string() })),
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

/** How the token is replaced. */
export const AuthTokenRotation = z.object({
  /**
   * How long the replaced token still works, at most: from `10m` to `7d`, or `0` for not at all, which only a person can choose. Default:
   * `24h`.
   */
  overlap: z.optional(
    z.string(validationMessages.timeString).check(
      z.maxLength(99),
      z.refine((text: string) => parseOverlap(text) !== null, validationMessages.timeString),
    ),
  ),
});

/** A new token and its secret. */
export const CreatedAuthToken = z.object({
  authToken: AuthToken,
  /** The secret. It is returned once and never again. */
  token: z.string(),
});
export type CreatedAuthToken = z.infer<typeof CreatedAuthToken>;

/** What an API token changed in the last 30 days, for the dialog that revokes it. */
export const AuthTokenActivity = z.object({
  /** The actions, as the activity of the workspace names them, with how often and when last; the latest first. */
  actions: z.array(z.object({ action: z.string(), count: z.int(), lastAt: IsoTimestamp })),
  /** Its invitations that are still open, the newest first, at most fifty. */
  invitations: z.array(z.object({ id: Ulid, email: z.string(), role: InvitedRole })),
  /** How many there are. */
  invitationCount: z.int(),
});
export type AuthTokenActivity = z.infer<typeof AuthTokenActivity>;

/** Path parameters of the calls about an API token. */
export const AuthTokenParams = z.object({
  /** The id of the workspace. */
  workspaceId: IdInput,
  /** The id of the API token. */
  tokenId: IdInput,
});
