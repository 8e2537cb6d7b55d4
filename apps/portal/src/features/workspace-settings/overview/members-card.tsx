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
    <Card
      title={memberCount === 1 ? '1 member' : `${memberCount} members`}
      actions={
        <Link to={paths.workspaceMembers(workspaceId)} className="text-link">
          All members
        </Link>
      }
    >
      <ul className="grid gap-2">
        {members.map(({ userId, nickname, role }) => (
          <li key={userId} className="flex items-center gap-3">
            <Avatar id={userId} name={nickname} size={28} />
            <Truncate translate="no" className="min-w-0 flex-1">
              {nickname}
            </Truncate>
            <span className={canManageMembers(role) ? 'flex-none' : 'flex-none text-secondary'}>
              {roleLabels[role]}
            </span>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mt-3 text-secondary">and {others === 1 ? '1 other' : `${others} others`}</p>}
    </Card>
  );
}
