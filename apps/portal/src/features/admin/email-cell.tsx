import { Badge, Truncate } from '@portal/ui';

/** An address, marked while the identity provider does not vouch for it. */
export function EmailCell({ email, emailVerified }: { email: string; emailVerified: boolean }) {
  return (
    <span className="flex items-center gap-2">
      <Truncate>{email}</Truncate>
      {!emailVerified && <Badge tone="warning">Unverified</Badge>}
    </span>
  );
}
