import { fullNameOf, roleLabels, type MemberForStaff } from '@portal/contract';
import { Timestamp, Truncate, type TableColumn } from '@portal/ui';
import { UserLink } from '../staff-links.tsx';
import { UserBadges } from '../user-badges.tsx';

export const memberColumns: readonly TableColumn<MemberForStaff>[] = [
  { key: 'name', header: 'Name', cell: (member) => <UserLink userId={member.userId}>{fullNameOf(member)}</UserLink> },
  { key: 'email', header: 'Email', cell: ({ email }) => <Truncate>{email}</Truncate> },
  { key: 'role', header: 'Role', width: '8rem', cell: ({ role }) => roleLabels[role] },
  {
    key: 'state',
    header: 'State',
    width: '12rem',
    cell: ({ pending, ...member }) => (
      <span className="flex flex-wrap gap-1">
        <UserBadges {...member} isInvited={pending} />
      </span>
    ),
  },
  { key: 'since', header: 'Member Since', width: '9rem', cell: ({ memberSince }) => <Timestamp date={memberSince} /> },
];
