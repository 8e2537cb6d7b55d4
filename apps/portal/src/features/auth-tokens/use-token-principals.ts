import { displayEmail, type AuthToken, type Workspace, type WorkspaceRole } from '@portal/contract';
import { useMemo } from 'react';
import { useMembers } from '../../api/members.api.ts';
import { useServiceAccounts } from '../../api/service-accounts.api.ts';
import { useUser } from '../../api/session.api.ts';

/** Who tokens act as, and who created them. */
export interface TokenPrincipals {
  /** The name of a token's creator: empty while the members load, undefined if they could not be loaded. */
  readonly creatorOf: (token: AuthToken) => string | undefined;
  /** The service account that a token acts as; null for a token of a user. */
  readonly serviceAccountOf: (token: AuthToken) => string | null;
  /** The role of the user that a token acts as; null for a service account, which has only scopes, and while the members load. */
  readonly roleOf: (token: AuthToken) => WorkspaceRole | null;
}

export function useTokenPrincipals(workspace: Workspace): TokenPrincipals {
  const { id: currentUserId } = useUser();
  const { rows, isComplete, error, nextPageError } = useMembers(workspace.id);
  const serviceAccounts = useServiceAccounts(workspace).data?.serviceAccounts;
  const hasFailed = (error ?? nextPageError) !== undefined;
  const { role: currentRole } = workspace;
  return useMemo(() => {
    const members = new Map(rows?.map((member) => [member.userId, member]));
    const names = new Map(serviceAccounts?.map(({ id, name }) => [id, name]));
    const fallback = isComplete ? 'a former member' : hasFailed ? undefined : '';
    return {
      creatorOf: ({ creatorUserId }) => {
        if (creatorUserId === currentUserId) return 'you';
        const member = creatorUserId === null ? undefined : members.get(creatorUserId);
        return member ? displayEmail(member.email) : fallback;
      },
      serviceAccountOf: ({ serviceAccountId }) =>
        serviceAccountId === null ? null : (names.get(serviceAccountId) ?? 'a service account'),
      roleOf: ({ userId }) => {
        if (userId === currentUserId) return currentRole;
        return userId === null ? null : (members.get(userId)?.role ?? null);
      },
    };
  }, [rows, serviceAccounts, isComplete, hasFailed, currentUserId, currentRole]);
}
