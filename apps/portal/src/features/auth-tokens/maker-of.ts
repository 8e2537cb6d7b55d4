import { useMemo } from 'react';
import { useMembers } from '../../api/members.api.ts';
import { useUser } from '../../api/session.api.ts';
import type { MakerOf } from './token-columns.tsx';

/** Who made a token, by the list of members; without that list it is left unsaid. */
export function useMakerOf(workspaceId: string): MakerOf {
  const { id: ownId } = useUser();
  const { rows, isWhole, error, nextPageError } = useMembers(workspaceId);
  const hasFailed = (error ?? nextPageError) !== undefined;
  return useMemo(() => {
    const emails = new Map(rows?.map(({ userId, email }) => [userId, email]));
    const other = isWhole ? 'somebody who is no member any more' : hasFailed ? undefined : '';
    return ({ creatorUserId }) => (creatorUserId === ownId ? 'you' : (emails.get(creatorUserId) ?? other));
  }, [rows, isWhole, hasFailed, ownId]);
}
