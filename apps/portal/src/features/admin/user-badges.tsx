import type { FoundUser } from '@portal/contract';
import { Badge } from '@portal/ui';

export type UserState = Pick<FoundUser, 'isInvited' | 'isQuarantined' | 'isSuspended'> &
  Partial<Pick<FoundUser, 'emailVerified'>>;

/** What is out of the ordinary with an account, in a word each. */
export function UserBadges({ emailVerified, isInvited, isQuarantined, isSuspended }: UserState) {
  return (
    <>
      {isQuarantined && <Badge tone="destructive">Quarantined</Badge>}
      {isSuspended && <Badge tone="warning">Suspended</Badge>}
      {isInvited && <Badge tone="info">Invited</Badge>}
      {!isInvited && emailVerified === false && <Badge tone="warning">Unverified</Badge>}
    </>
  );
}
