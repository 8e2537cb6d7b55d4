import type { WorkspaceRole } from '@portal/contract';
import type { User } from '../generated/prisma/client.ts';

/** A person's place in the live workspace that a call names. */
export interface ActiveMembership {
  readonly workspaceId: string;
  readonly role: WorkspaceRole;
}

/** How a request proved who it speaks for. */
export type Credential =
  | {
      readonly kind: 'session';
      readonly idHash: string;
      readonly startedAt: Date;
      readonly lastSeenAt: Date;
      /** When the person last proved who they are; null where nobody knows. */
      readonly loggedInAt: Date | null;
      /** Whether the session has the rights of staff: its login had them, and the address is still one of staff. */
      readonly isStaff: boolean;
    }
  | {
      readonly kind: 'api' | 'instance';
      readonly id: string;
      readonly name: string | null;
      readonly workspaceId: string;
      readonly expiresAt: Date;
      readonly lastUsedAt: Date | null;
    };

/** Who makes a request, as one statement found them: state, role and all are of this moment. */
export interface Actor {
  readonly user: User;
  readonly credential: Credential;
  /** In the workspace that the call names, or the token's; null where the person is no member. */
  readonly membership: ActiveMembership | null;
  /** The database's clock as it found all this: what has expired is judged by it. */
  readonly now: Date;
}
