import { displayEmail } from '@portal/contract';
import { Badge } from '@portal/ui';
import { UserLink } from './staff-links.tsx';

export interface EmailCellProps {
  userId: string;
  email: string;
  emailVerified: boolean;
}

/** The email of a user, with a badge while it is unverified. */
export function EmailCell({ userId, email, emailVerified }: EmailCellProps) {
  return (
    <span className="flex items-center gap-2">
      <UserLink userId={userId}>{displayEmail(email)}</UserLink>
      {!emailVerified && <Badge tone="warning">Unverified</Badge>}
    </span>
  );
}
