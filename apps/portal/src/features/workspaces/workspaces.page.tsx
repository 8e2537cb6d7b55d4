import { compareWorkspaces, type Workspace } from '@portal/contract';
import { Checkbox, EmptyState, PageTitle, SearchBox, Skeleton, VisuallyHidden } from '@portal/ui';
import { useMemo, useState } from 'react';
import { useListWorkspacesQuery } from '../../api/workspaces.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { CreateTile } from './create-tile.tsx';
import { WorkspaceCard } from './workspace-card.tsx';

const titleOf = (count: number) =>
  count === 0 ? 'Create A Workspace' : count === 1 ? 'One Workspace' : `${count} Workspaces`;

export function Component() {
  const { data, error, refetch } = useListWorkspacesQuery();
  const [showsHidden, setShowsHidden] = useState(false);
  const [search, setSearch] = useState('');

  const sorted = useMemo(() => data?.toSorted(compareWorkspaces) ?? [], [data]);
  const listed = sorted.filter((workspace) => showsHidden || !workspace.isHidden);
  const found = listed.filter(({ displayName }) => displayName.toLowerCase().includes(search.trim().toLowerCase()));
  const hidden = sorted.filter((workspace) => workspace.isHidden).length;

  return (
    <div className="grid gap-6">
      <PageTitle
        title={data ? titleOf(listed.length) : 'Workspaces'}
        actions={
          <div className="flex items-center gap-5">
            {hidden > 0 && (
              <Checkbox label={`Show hidden (${hidden})`} checked={showsHidden} onChange={setShowsHidden} />
            )}
            <SearchBox
              label="Search workspaces"
              placeholder="Search workspaces..."
              onSearch={setSearch}
              className="w-72"
            />
          </div>
        }
      />
      <FailureBox error={error} title="Your workspaces could not be loaded" onRetry={() => void refetch()} />
      {data && <WorkspaceGrid workspaces={found} />}
      {data && found.length === 0 && search !== '' && (
        <EmptyState icon="search-none" title={`No workspace is called “${search}”`} />
      )}
      {!data && !error && <GridSkeleton />}
    </div>
  );
}

function WorkspaceGrid({ workspaces }: { workspaces: readonly Workspace[] }) {
  return (
    <ul className="workspace-grid">
      <li>
        <CreateTile />
      </li>
      {workspaces.map((workspace) => (
        <li key={workspace.id}>
          <WorkspaceCard workspace={workspace} />
        </li>
      ))}
    </ul>
  );
}

function GridSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading Workspaces...</VisuallyHidden>
      <div className="workspace-grid">
        {[0, 1, 2, 3].map((place) => (
          <Skeleton key={place} className="h-44 rounded-lg" />
        ))}
      </div>
    </div>
  );
}
