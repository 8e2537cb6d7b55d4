import { useMemo } from 'react';
import { useListMembersQuery } from '../../api/members.api.ts';
import { useUser } from '../../api/session.api.ts';
import type { MakerOf } from './token-columns.tsx';

/** Who made a token, by the list of members; without that list it is left unsaid. */
export function useMakerOf(workspaceId: string): MakerOf {
  const { id: ownId } = useUser();
  const { data: members } = useListMembersQuery({ params: { workspaceId } });
  return useMemo(() => {
    const emails = new Map(members?.map(({ userId, email }) => [userId, email]));
    return ({ creatorUserId }) => {
      if (creatorUserId === ownId) return 'you';
      return members && (emails.get(creatorUserId) ?? 'somebody who is no member any more');
    };
  }, [members, ownId]);
}
