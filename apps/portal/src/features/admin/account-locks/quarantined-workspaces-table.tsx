import { displayEmail, type QuarantinedWorkspace } from '@portal/contract';
import { CopyableText, EmptyState, Timestamp, Truncate, type TableColumn } from '@portal/ui';
import { PaginatedTable, type PaginatedQuery } from '../components/paginated-table.tsx';
import { WorkspaceLink } from '../components/staff-links.tsx';
import { TwoLines } from '../components/two-lines.tsx';
import { idColumnWidth, ReasonCell, unlockColumn } from './lock-columns.tsx';
import { lockLabels } from './locks.ts';

export interface QuarantinedWorkspacesTableProps {
  rows: readonly QuarantinedWorkspace[] | undefined;
  query: PaginatedQuery;
  onUnlock: (workspace: QuarantinedWorkspace) => unknown;
  isUnlocking: (workspaceId: string) => boolean;
}

export function QuarantinedWorkspacesTable({ rows, query, onUnlock, isUnlocking }: QuarantinedWorkspacesTableProps) {
  const columns: TableColumn<QuarantinedWorkspace>[] = [
    {
      key: 'workspace-id',
      header: 'Workspace ID',
      width: idColumnWidth,
      cell: ({ workspaceId }) => <CopyableText text={workspaceId} label="Copy workspace ID" />,
    },
    {
      key: 'workspace',
      header: 'Workspace',
      cell: ({ workspaceId, displayName, email }) => (
        <TwoLines>
          <WorkspaceLink workspaceId={workspaceId}>{displayName}</WorkspaceLink>
          <Truncate className="text-xs text-secondary">{`Owned by ${displayEmail(email)}`}</Truncate>
        </TwoLines>
      ),
    },
    {
      key: 'since',
      header: 'Quarantined At',
      width: '10rem',
      cell: ({ quarantinedAt }) => <Timestamp date={quarantinedAt} relative="disabled" />,
    },
    {
      key: 'reason',
      header: 'Reason',
      cell: ({ quarantineReason, quarantinedBy }) => <ReasonCell reason={quarantineReason} by={quarantinedBy} />,
    },
    unlockColumn({
      labels: lockLabels.quarantine,
      nameOf: ({ displayName }) => displayName,
      isUnlocking: ({ workspaceId }) => isUnlocking(workspaceId),
      onUnlock,
    }),
  ];
  return (
    <PaginatedTable
      title="Quarantined workspaces"
      columns={columns}
      rows={rows}
      rowKey={({ workspaceId }) => workspaceId}
      query={query}
      empty={<EmptyState icon="shield-alert" title="No quarantined workspaces" />}
    />
  );
}
