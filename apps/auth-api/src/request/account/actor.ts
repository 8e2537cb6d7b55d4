import type { AssignableRole, TokenPolicy, WorkspaceRole } from '@portal/contract';
import type { ServiceAccount, User } from '../../generated/prisma/client.ts';
import type { LockColumns } from './account-lock.ts';

/** A membership in a workspace that is neither deleted nor quarantined. */
export interface ActiveMembership {
  readonly workspaceId: string;
  readonly role: WorkspaceRole;
  /** What the workspace lets API tokens do. */
  readonly tokenPolicy: TokenPolicy;
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
      readonly kind: 'instance';
      readonly id: string;
      /** The session that entered the instance. */
      readonly sessionId: string;
      readonly workspaceId: string;
      readonly expiresAt: Date;
    }
  | {
      readonly kind: 'api';
      readonly id: string;
      readonly name: string;
      readonly workspaceId: string;
      readonly expiresAt: Date;
      readonly lastUsedAt: Date | null;
      readonly scopes: readonly string[];
      /** The networks from which the token can be used; empty for every network. */
      readonly networks: readonly string[];
    }
  | {
      /** An access token of a terminal login. */
      readonly kind: 'terminal';
      /** The session of the login. */
      readonly id: string;
      /** The id in the token (`jti`). */
      readonly tokenId: string;
      /** Of the client. */
      readonly name: string;
      /** Null for a token that can only read the own profile and the list of the own workspaces. */
      readonly workspaceId: string | null;
      readonly expiresAt: Date;
      readonly scopes: readonly string[];
    };

/** Whether a program acts within the scopes that its user gave it: with an API token, or by a terminal login. */
export const isScoped = (credential: Credential): credential is Extract<Credential, { scopes: readonly string[] }> =>
  credential.kind === 'api' || credential.kind === 'terminal';

/** A key that encrypts the personal values of a user, a service account or an address in the audit log. */
export interface PersonalKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** The rows that give an actor its rights, and that a change may change. */
export type ActorRow = 'user' | 'workspace' | 'membership' | 'token';

interface ActorFields {
  readonly credential: Credential;
  /** In the workspace that the path names, or the token's. Null if the actor has no role in it. */
  readonly membership: ActiveMembership | null;
  /** The database's clock at the time of the query. Compare expiry with it. */
  readonly now: Date;
  /** Null if the actor has none yet, and for an actor whose rights are not locked. */
  readonly personalKey: PersonalKey | null;
}

/** A person, by a session or a token. */
export interface UserActor extends ActorFields {
  readonly user: User;
  readonly serviceAccount: null;
  /** When the account is deleted for good; null unless the user requested it. */
  readonly deletionDueAt: Date | null;
}

/** A service account, by one of its API tokens. It is no user. */
export interface ServiceAccountActor extends ActorFields {
  readonly user: null;
  readonly credential: Extract<Credential, { kind: 'api' }>;
  readonly serviceAccount: Pick<ServiceAccount, 'id' | 'name'> & { readonly role: AssignableRole };
  /** The owner of its workspace, whose terms and locks count for it. */
  readonly owner: Owner;
}

/** What of the owner counts for the service accounts of a workspace. */
export type Owner = Pick<User, 'id' | 'tosVersionId'> & LockColumns;

/** The authenticated principal of a request, as one query read it: a person or a service account. */
export type Actor = UserActor | ServiceAccountActor;

/** The user or the service account in a column that names either. */
export const principalIdOf = ({ user, serviceAccount }: Actor): string => (user ?? serviceAccount).id;

/** A user or a service account, by id. */
export type Principal = { readonly userId: string } | { readonly serviceAccountId: string };

/** The principal in audit entries, whose key encrypts what the actor wrote. */
export const principalOf = ({ user, serviceAccount }: Actor): Principal =>
  user ? { userId: user.id } : { serviceAccountId: serviceAccount.id };

/** The user's email if the login of the session verified it; null otherwise. */
export function emailVerifiedByLogin({ user: { email, emailVerified }, credential }: UserActor): string | null {
  return emailVerified && credential.kind === 'session' && credential.verifiedEmail === email ? email : null;
}
