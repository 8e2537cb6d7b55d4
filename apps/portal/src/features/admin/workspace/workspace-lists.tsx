import { EmptyState } from '@portal/ui';
import {
  useListActionsOnWorkspaceInfiniteQuery,
  useListAuthTokensForStaffInfiniteQuery,
  useListMembersForStaffInfiniteQuery,
} from '../../../api/support.api.ts';
import { EntryTable } from '../audit-log/entry-table.tsx';
import { memberColumns } from './member-columns.tsx';
import { PagedTable } from '../paged-table.tsx';
import { tokensOfWorkspace } from '../token-columns.tsx';

interface OfWorkspace {
  workspaceId: string;
}

const fresh = { refetchOnMountOrArgChange: true };

export function WorkspaceMembers({ workspaceId }: OfWorkspace) {
  const pages = useListMembersForStaffInfiniteQuery({ params: { workspaceId } }, fresh);
  return (
    <PagedTable
      title="Members"
      untitled
      columns={memberColumns}
      rows={pages.data?.pages.flatMap(({ members }) => members)}
      rowKey={({ userId }) => userId}
      pages={pages}
      empty={<EmptyState icon="users" title="Nobody is a member" />}
    />
  );
}

export function WorkspaceTokens({ workspaceId }: OfWorkspace) {
  const pages = useListAuthTokensForStaffInfiniteQuery({ params: { workspaceId } }, fresh);
  return (
    <PagedTable
      title="API tokens"
      untitled
      columns={tokensOfWorkspace}
      rows={pages.data?.pages.flatMap(({ authTokens }) => authTokens)}
      rowKey={({ id }) => id}
      pages={pages}
      empty={<EmptyState icon="key" title="There never was an API token" />}
    />
  );
}

export function WorkspaceAuditTrail({ workspaceId }: OfWorkspace) {
  const pages = useListActionsOnWorkspaceInfiniteQuery({ query: { workspaceId, kind: 'acts' } }, fresh);
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
