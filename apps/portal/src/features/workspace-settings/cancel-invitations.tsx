import { Checkbox } from '@portal/ui';
import { SentInvitations, type SentInvitationsProps } from '../../components/ending-access.tsx';

export interface CancelInvitationsProps extends Omit<SentInvitationsProps, 'title'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The open invitations of a member who may no longer invite, and whether to cancel them. Nothing if there are none. */
export function CancelInvitations({ checked, onChange, ...sent }: CancelInvitationsProps) {
  if (sent.count === 0) return null;
  return (
    <>
      <SentInvitations title="Open invitations they sent" {...sent} />
      <Checkbox
        label="Cancel their invitations"
        hint="Otherwise, you become their sender, and they can still be accepted."
        checked={checked}
        onChange={onChange}
      />
    </>
  );
}
