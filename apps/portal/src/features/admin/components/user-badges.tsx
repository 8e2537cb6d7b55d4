import type { UserSearchResult } from '@portal/contract';
import { Badge } from '@portal/ui';

export type UserBadgesProps = Pick<UserSearchResult, 'isInvited' | 'isQuarantined' | 'isSuspended'> &
  Partial<Pick<UserSearchResult, 'emailVerified'>>;

export function UserBadges({ emailVerified, isInvited, isQuarantined, isSuspended }: UserBadgesProps) {
  return (
    <>
      {isQuarantined && <Badge tone="destructive">Quarantined</Badge>}
      {isSuspended && <Badge tone="warning">Suspended</Badge>}
      {isInvited && <Badge tone="info">Invited</Badge>}
      {!isInvited && emailVerified === false && <Badge tone="warning">Unverified</Badge>}
    </>
  );
}
