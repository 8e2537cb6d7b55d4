import { useMemo } from 'react';
import { useListMembersQuery } from '../../api/members.api.ts';
import { useUser } from '../../api/session.api.ts';
import type { MakerOf } from './token-columns.tsx';

/** Who made a token, by the list of members; without that list it is left unsaid. */
export function useMakerOf(workspaceId: string): MakerOf {
  const { id: ownId } = useUser();
  const { data: members, error = members?.failure } = useListMembersQuery({ params: { workspaceId } });
  return useMemo(() => {
    const emails = new Map(members?.rows.map(({ userId, email }) => [userId, email]));
    const other = members?.next === null ? 'somebody who is no member any more' : error ? undefined : '';
    return ({ creatorUserId }) => (creatorUserId === ownId ? 'you' : (emails.get(creatorUserId) ?? other));
  }, [members, error, ownId]);
}
