import * as z from 'zod/mini';
import { Moment, Ulid } from '../fields.ts';
import { User } from '../users/users.schemas.ts';

/** What a bearer token tells of itself. */
export const TokenInUse = z.object({
  id: Ulid,
  /** The name that its maker gave an API token; null for an instance token. */
  name: z.nullable(z.string()),
  workspaceId: Ulid,
  expiresAt: z.nullable(Moment),
});

/** What a portal session tells of itself. */
export const SessionInUse = z.object({
  /** When the login that started the session was completed; it tells one login from another. */
  startedAt: Moment,
  /** Whether staff calls take this session: the login was one of staff, and the address is still verified and the company's. */
  isStaff: z.boolean(),
});

/** An instance is told neither the identity provider's id and picture nor the Discord and GitHub names. */
export const Whoami = z.object({
  user: User,
  /** Only where the request carried a bearer token. */
  token: z.optional(TokenInUse),
  /** Only where the request carried the cookie of a portal session. */
  session: z.optional(SessionInUse),
});
export type Whoami = z.infer<typeof Whoami>;

export const LoginQuery = z.object({
  /** `1` opens the identity provider's sign-up page. */
  signup: z.optional(z.string()),
  /** `1` has whoever is logged in prove anew who they are, even if the identity provider knows them. */
  fresh: z.optional(z.string()),
});

export const LogoutQuery = z.object({
  /** `1` asks the user to confirm the logout on a page: the portal sends it where no page of its own led to its logout page. */
  confirm: z.optional(z.string()),
});

/** What the identity provider sends the browser back with; every part may be missing or wrong. */
export const LoginCallbackQuery = z.object({
  /** What the API gets the ID token for. */
  code: z.optional(z.string()),
  /** What the login began with. */
  state: z.optional(z.string()),
  /** Why there is no code, for programs. */
  error: z.optional(z.string()),
  /** Why there is no code, for people. */
  error_description: z.optional(z.string()),
});
