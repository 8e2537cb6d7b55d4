import { Badge } from '@portal/ui';
import { UserLink } from './staff-links.tsx';

export interface EmailCellProps {
  userId: string;
  email: string;
  emailVerified: boolean;
}

/** A person by their address, marked while the identity provider does not vouch for it. */
export function EmailCell({ userId, email, emailVerified }: EmailCellProps) {
  return (
    <span className="flex items-center gap-2">
      <UserLink userId={userId}>{email}</UserLink>
      {!emailVerified && <Badge tone="warning">Unverified</Badge>}
    </span>
  );
}
