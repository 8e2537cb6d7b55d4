import { NameList } from '../../../components/ending-credentials.tsx';
import { isOpenInvitation, type MemberRow } from '../shared/member-rows.ts';

const shownNames = 5;

interface EndingMembersProps {
  readonly members: readonly MemberRow[];
  /** Whether all members are loaded. Then they can be counted. */
  readonly isComplete: boolean;
  /** The current user, who deletes the workspace. */
  readonly userId: string;
}

/** The other members who lose access, and the pending invitations that end. For a confirmation dialog. */
export function EndingMembers({ members, isComplete, userId }: EndingMembersProps) {
  if (!isComplete) return null;
  const others = members.filter((member) => !member.pending && member.userId !== userId);
  const invited = members.filter(isOpenInvitation);
  return (
    <>
      <NameList title="Other members who lose access" entries={toEntries(others)} count={others.length} />
      <NameList title="Pending invitations that stop working" entries={toEntries(invited)} count={invited.length} />
    </>
  );
}

const toEntries = (rows: readonly MemberRow[]) =>
  rows.slice(0, shownNames).map(({ userId: id, email, role }) => ({ id, email, role }));
