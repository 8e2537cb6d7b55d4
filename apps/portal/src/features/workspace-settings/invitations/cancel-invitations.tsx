import { Checkbox } from '@portal/ui';
import { NameList, type NameListProps } from '../../../components/ending-credentials.tsx';

export interface CancelInvitationsProps {
  invitations: NameListProps['entries'];
  /** How many there are. The list may be shorter. */
  count: number;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The open invitations of a member who may no longer invite, and whether to cancel them. Nothing if there are none. */
export function CancelInvitations({ invitations, count, checked, onChange }: CancelInvitationsProps) {
  if (count === 0) return null;
  return (
    <>
      <NameList title="Open invitations they sent" entries={invitations} count={count} />
      <Checkbox
        label="Cancel their invitations"
        hint="Otherwise, you become their sender, and they can still be accepted."
        checked={checked}
        onChange={onChange}
      />
    </>
  );
}
