import { Truncate } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';

export const UserLink = ({ userId, children }: { userId: string; children: ReactNode }) => (
  <StaffLink to={paths.adminUser(userId)}>{children}</StaffLink>
);

export const WorkspaceLink = ({ workspaceId, children }: { workspaceId: string; children: ReactNode }) => (
  <StaffLink to={paths.adminWorkspace(workspaceId)}>{children}</StaffLink>
);

function StaffLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-link block w-fit max-w-full min-w-0">
      <Truncate translate="no">{children}</Truncate>
    </Link>
  );
}
