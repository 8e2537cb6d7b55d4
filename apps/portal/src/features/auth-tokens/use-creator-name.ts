import { useMemo } from 'react';
import { useMembers } from '../../api/members.api.ts';
import { useUser } from '../../api/session.api.ts';
import type { GetCreatorName } from './token-columns.tsx';

/** Looks up the name of a token's creator in the member list. */
export function useCreatorName(workspaceId: string): GetCreatorName {
  const { id: currentUserId } = useUser();
  const { rows, isComplete, error, nextPageError } = useMembers(workspaceId);
  const hasFailed = (error ?? nextPageError) !== undefined;
  return useMemo(() => {
    const emails = new Map(rows?.map(({ userId, email }) => [userId, email]));
    const fallback = isComplete ? 'a former member' : hasFailed ? undefined : '';
    return ({ creatorUserId }) => (creatorUserId === currentUserId ? 'you' : (emails.get(creatorUserId) ?? fallback));
  }, [rows, isComplete, hasFailed, currentUserId]);
}
