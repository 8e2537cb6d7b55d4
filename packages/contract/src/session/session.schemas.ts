import * as z from 'zod/mini';
import { IsoTimestamp, Ulid } from '../primitives.ts';
import { ServiceAccountRole } from '../auth-tokens/service-accounts.schemas.ts';
import { User } from '../users/users.schemas.ts';

/** The bearer token of the request. */
export const CurrentToken = z.object({
  id: Ulid,
  /** The name of an API token, or of the client of a terminal login; null for an instance token. */
  name: z.nullable(z.string()),
  /** Null for a token of a terminal login without a workspace. */
  workspaceId: z.nullable(Ulid),
  /** What an API token can do; null for an instance token. */
  scopes: z.nullable(z.array(z.string())),
  expiresAt: z.nullable(IsoTimestamp),
});

/** The portal session of the request. */
export const CurrentSession = z.object({
  /** When the login that started the session completed. Identifies the login. */
  startedAt: IsoTimestamp,
  /**
   * Whether the session can make staff calls: a staff login started it, and its email is still verified and in the
   * company's domain.
   */
  isStaff: z.boolean(),
});

/** A user. For an instance token, and an API token for the platform only, the user has no `auth0Id`, provider picture, Discord or GitHub username. */
export const WhoamiUser = z.object({
  user: User,
  /** Only if the request has a bearer token. */
  token: z.optional(CurrentToken),
  /** Only if the request has the cookie of a portal session. */
  session: z.optional(CurrentSession),
});
export type WhoamiUser = z.infer<typeof WhoamiUser>;

/** A service account, by one of its API tokens. It is no user. */
export const WhoamiServiceAccount = z.object({
  serviceAccount: z.object({
    id: Ulid,
    name: z.string(),
    /** The role that an instance gives it. At this API, only the scopes of its token count. */
    role: ServiceAccountRole,
  }),
  token: CurrentToken,
});

/** Who makes the request. */
export const Whoami = z.union([WhoamiUser, WhoamiServiceAccount]);
export type Whoami = z.infer<typeof Whoami>;

/** How the login starts at the identity provider. */
export const LoginQuery = z.object({
  /** `1` opens the identity provider's sign-up page. */
  signup: z.optional(z.string()),
  /** `1` makes the user authenticate again, even if the identity provider has a session. */
  fresh: z.optional(z.string()),
  /** The secret of an invitation link. The identity provider's page then has the invited email. Ignored unless it is pending. */
  invitation: z.optional(z.string()),
});

/** Whether the user confirms the logout. */
export const LogoutQuery = z.object({
  /** `1` shows a confirmation page first. The portal sends it if its logout page was not opened from the portal. */
  confirm: z.optional(z.string()),
});

/** The parameters of the identity provider's redirect. Each of them may be missing or invalid. */
export const LoginCallbackQuery = z.object({
  /** The authorization code, which the API exchanges for the ID token. */
  code: z.optional(z.string()),
  /** The `state` that the login started with. */
  state: z.optional(z.string()),
  /** The error code, if the login failed. */
  error: z.optional(z.string()),
  /** The error message, if the login failed. */
  error_description: z.optional(z.string()),
});
