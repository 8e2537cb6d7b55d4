import { compareWorkspaces, type Workspace } from '@portal/contract';
import { PageTitle, SearchBox, Skeleton } from '@portal/ui';
import { useDeferredValue, useMemo, useState } from 'react';
import { useWorkspaces } from '../../api/workspaces.api.ts';
import { useEndTold } from '../../navigation/ended-workspace.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { CreateTile } from './create-tile.tsx';
import { EndNotice } from './end-notice.tsx';
import { HiddenFilter } from './hidden-filter.tsx';
import { TierCard } from './tier-card.tsx';
import { WorkspaceGrid } from './workspace-grid.tsx';

const titleOf = (count: number) =>
  count === 0 ? 'Create A Workspace' : count === 1 ? 'One Workspace' : `${count} Workspaces`;

/** Without the hidden ones, unless they are asked for. */
const listedOf = (workspaces: readonly Workspace[], withHidden: boolean) =>
  workspaces.filter((workspace) => withHidden || !workspace.isHidden).toSorted(compareWorkspaces);

export function Component() {
  const list = useWorkspaces();
  const { rows, isWhole, error, refetch } = list;
  const ended = useEndTold();
  const [withHidden, setWithHidden] = useState(false);
  const [search, setSearch] = useState('');
  const [searches, setSearches] = useState(0);
  // Letters appear in the box at once, also where the grid takes a moment to follow.
  const sought = useDeferredValue(search);

  const hidden = useMemo(() => (isWhole && rows ? rows.filter(({ isHidden }) => isHidden) : []), [rows, isWhole]);
  const listed = useMemo(() => listedOf(rows ?? [], withHidden), [rows, withHidden]);
  const ways = useMemo(
    () => ({
      onClearSearch: () => {
        setSearch('');
        setSearches((before) => before + 1);
      },
      onShowHidden: () => setWithHidden(true),
    }),
    [],
  );
  return (
    <div className="grid gap-6">
      <PageTitle
        title={isWhole ? titleOf(listed.length) : 'Workspaces'}
        actions={
          <>
            {hidden.length > 0 && <HiddenFilter count={hidden.length} on={withHidden} onChange={setWithHidden} />}
            <SearchBox
              key={searches}
              label="Search workspaces"
              placeholder="Search workspaces..."
              onSearch={setSearch}
              className="w-full sm:w-72"
            />
          </>
        }
      />
      {ended && <EndNotice {...{ ended, listed }} all={isWhole ? rows : undefined} />}
      <TierCard />
      <FailureBox error={error} title="Your workspaces could not be loaded" onRetry={refetch} />
      {rows && <WorkspaceGrid {...{ listed, hidden, sought, list, ways }} />}
      {!rows && !error && <GridSkeleton />}
    </div>
  );
}

function GridSkeleton() {
  return (
    <div className="workspace-grid">
      <CreateTile />
      {[1, 2, 3].map((place) => (
        <div key={place} className="workspace-card animate-come-late">
          <Skeleton className="my-1 size-9" />
          <Skeleton className="mt-3.5 h-4 w-3/4" />
          {place === 1 ? (
            <p role="status" className="mt-auto text-sm text-secondary">
              Loading Workspaces...
            </p>
          ) : (
            <Skeleton className="mt-auto h-4 w-1/2" />
          )}
        </div>
      ))}
    </div>
  );
}
