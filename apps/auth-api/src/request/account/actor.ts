import type { WorkspaceRole } from '@portal/contract';
import type { User } from '../../generated/prisma/client.ts';

/** A membership in a workspace that is neither deleted nor quarantined. */
export interface ActiveMembership {
  readonly workspaceId: string;
  readonly role: WorkspaceRole;
}

/** The session or token of a request. */
export type Credential =
  | {
      readonly kind: 'session';
      /** The public id. */
      readonly id: string;
      readonly idHash: string;
      readonly startedAt: Date;
      readonly lastSeenAt: Date;
      /** When the user last authenticated at the identity provider; null if it did not say. */
      readonly loggedInAt: Date | null;
      /** Whether the session has staff rights: its login granted them, and the user's email address is still a staff address. */
      readonly isStaff: boolean;
      /** The email address that the login had as a verified one; null if it had none. */
      readonly verifiedEmail: string | null;
    }
  | {
      readonly kind: 'api' | 'instance';
      readonly id: string;
      readonly name: string | null;
      readonly workspaceId: string;
      readonly expiresAt: Date;
      readonly lastUsedAt: Date | null;
    };

/** A key that encrypts the personal values of a user, or of an address, in the audit log. */
export interface PersonalKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** The rows that give an actor its rights, and that a change may change. */
export type ActorRow = 'user' | 'workspace' | 'membership';

/** The authenticated user of a request, as one query read it. */
export interface Actor {
  readonly user: User;
  readonly credential: Credential;
  /** In the workspace that the path names, or the token's. Null if the user is not a member. */
  readonly membership: ActiveMembership | null;
  /** When the account is deleted for good; null unless the user requested it. */
  readonly deletionDueAt: Date | null;
  /** The database's clock at the time of the query. Compare expiry with it. */
  readonly now: Date;
  /** Null if the user has none yet, and for an actor whose rights are not locked. */
  readonly personalKey: PersonalKey | null;
}

/** The user's email if the login of the session verified it; null otherwise. */
export function emailVerifiedByLogin({ user: { email, emailVerified }, credential }: Actor): string | null {
  return emailVerified && credential.kind === 'session' && credential.verifiedEmail === email ? email : null;
}
