import { ulid } from 'ulid';
import type { User } from '../../src/generated/prisma/client.ts';
import type { Credential, UserActor } from '../../src/request/account/actor.ts';

/** The actor of a request with a token. */
export function tokenActor(user: User, workspaceId: string, kind: 'api' | 'instance' = 'api'): UserActor {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  const common = { id: ulid(), workspaceId, expiresAt };
  const credential: Credential =
    kind === 'api'
      ? { ...common, kind, name: 'CI', lastUsedAt: null, scopes: [], networks: [] }
      : { ...common, kind, sessionId: ulid() };
  const tokenPolicy = { makers: 'EVERYONE', maxDays: null, allowsWrites: true } as const;
  return {
    user,
    serviceAccount: null,
    credential,
    membership: { workspaceId, role: 'OWNER', tokenPolicy },
    deletionDueAt: null,
    now,
    personalKey: null,
  };
}
