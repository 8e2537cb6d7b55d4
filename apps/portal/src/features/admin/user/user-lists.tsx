import { EmptyState } from '@portal/ui';
import {
  useListAuditEntriesOfUserInfiniteQuery,
  useListAuthTokensOfUserInfiniteQuery,
  useListSessionsOfUserInfiniteQuery,
  useListWorkspacesOfUserInfiniteQuery,
} from '../../../api/support.api.ts';
import { EntryTable } from '../audit-log/entry-table.tsx';
import { PagedTable } from '../paged-table.tsx';
import { sessionColumns } from './session-columns.tsx';
import { tokensOfUser } from '../token-columns.tsx';
import { workspacesOfUser } from './workspace-columns.tsx';

interface OfUser {
  userId: string;
}

const fresh = { refetchOnMountOrArgChange: true };

export function UserWorkspaces({ userId }: OfUser) {
  const pages = useListWorkspacesOfUserInfiniteQuery({ params: { userId } }, fresh);
  return (
    <PagedTable
      title="Workspaces"
      untitled
      columns={workspacesOfUser}
      rows={pages.data?.pages.flatMap(({ workspaces }) => workspaces)}
      rowKey={({ workspaceId }) => workspaceId}
      pages={pages}
      empty={<EmptyState icon="users" title="A member of no workspace" />}
    />
  );
}

export function UserTokens({ userId }: OfUser) {
  const pages = useListAuthTokensOfUserInfiniteQuery({ params: { userId } }, fresh);
  return (
    <PagedTable
      title="API tokens"
      untitled
      columns={tokensOfUser}
      rows={pages.data?.pages.flatMap(({ authTokens }) => authTokens)}
      rowKey={({ id }) => id}
      pages={pages}
      empty={<EmptyState icon="key" title="Never made an API token" />}
    />
  );
}

export function UserSessions({ userId }: OfUser) {
  const pages = useListSessionsOfUserInfiniteQuery({ params: { userId } }, fresh);
  return (
    <PagedTable
      title="Sessions"
      untitled
      columns={sessionColumns}
      rows={pages.data?.pages.flatMap(({ sessions }) => sessions)}
      rowKey={({ key }) => key}
      pages={pages}
      empty={<EmptyState icon="monitor" title="Logged in nowhere" />}
    />
  );
}

export function UserAuditTrail({ userId }: OfUser) {
  const pages = useListAuditEntriesOfUserInfiniteQuery({ params: { userId } }, fresh);
  return (
    <EntryTable
      title="Audit trail"
      untitled
      rows={pages.data?.pages.flatMap(({ entries }) => entries)}
      pages={pages}
      empty={<EmptyState icon="info" title="Nothing is in the audit log" />}
    />
  );
}
