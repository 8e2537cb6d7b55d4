import { canManageMembers, roleLabels, type WorkspaceOverview } from '@portal/contract';
import { Avatar, Card, Truncate } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';

interface MembersCardProps {
  workspaceId: string;
  overview: WorkspaceOverview;
}

/** The first members, and how many others there are. */
export function MembersCard({ workspaceId, overview: { members, memberCount } }: MembersCardProps) {
  const others = memberCount - members.length;
  return (
    <Card title={memberCount === 1 ? '1 member' : `${memberCount} members`}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {members.map(({ userId, nickname, role }) => (
          <li key={userId} className="flex items-center gap-3">
            <Avatar id={userId} name={nickname} size={28} />
            <Truncate translate="no" className="flex-1">
              {nickname}
            </Truncate>
            <span className={canManageMembers(role) ? 'flex-none' : 'flex-none text-secondary'}>
              {roleLabels[role]}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap gap-x-4 text-secondary">
        {others > 0 && <span>and {others === 1 ? '1 other' : `${others} others`}</span>}
        <Link to={paths.workspaceMembers(workspaceId)} className="text-link">
          All members
        </Link>
      </p>
    </Card>
  );
}
