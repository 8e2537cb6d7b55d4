import { compareWorkspaces, type Workspace } from '@portal/contract';
import { PageTitle, SearchBox, Skeleton } from '@portal/ui';
import { useDeferredValue, useMemo, useState } from 'react';
import { useListMyInvitationsQuery } from '../../api/invitations.api.ts';
import { useWorkspaces } from '../../api/workspaces.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useFlashMessage } from '../../lib/flash-message.ts';
import { MyInvitations } from './invitations/my-invitations.tsx';
import { CreateTile } from './create-tile.tsx';
import { HiddenFilter } from './hidden-filter.tsx';
import { OwnershipOffers } from './ownership-offers.tsx';
import { RemovedWorkspaceNotice } from './removed-workspace-notice.tsx';
import { TierCard } from './tier-card.tsx';
import { WorkspaceGrid } from './workspace-grid.tsx';

const titleOf = (count: number) =>
  count === 0 ? 'Create A Workspace' : count === 1 ? 'One Workspace' : `${count} Workspaces`;

/** The workspaces to list, in order. */
const listedOf = (workspaces: readonly Workspace[], includeHidden: boolean) =>
  workspaces.filter((workspace) => includeHidden || !workspace.isHidden).toSorted(compareWorkspaces);

export function Component() {
  const list = useWorkspaces();
  const { rows, isComplete, error, refetch } = list;
  const invitations = useListMyInvitationsQuery();
  // The list waits for the invitations, which are above it, so that it does not move.
  const isReady = rows !== undefined && (invitations.data !== undefined || invitations.isError);
  const removal = useFlashMessage();
  const [includeHidden, setIncludeHidden] = useState(false);
  const [search, setSearch] = useState('');
  // A new key clears the search box.
  const [searchBoxKey, setSearchBoxKey] = useState(0);
  // Typing does not wait until the grid is rendered.
  const deferredSearch = useDeferredValue(search);

  const hidden = useMemo(() => (isComplete && rows ? rows.filter(({ isHidden }) => isHidden) : []), [rows, isComplete]);
  const listed = useMemo(() => listedOf(rows ?? [], includeHidden), [rows, includeHidden]);
  const actions = useMemo(
    () => ({
      onClearSearch: () => {
        setSearch('');
        setSearchBoxKey((key) => key + 1);
      },
      onShowHidden: () => setIncludeHidden(true),
    }),
    [],
  );
  return (
    <div className="grid gap-6">
      <PageTitle
        title={isComplete ? titleOf(listed.length) : 'Workspaces'}
        actions={
          <>
            {hidden.length > 0 && (
              <HiddenFilter count={hidden.length} isOn={includeHidden} onChange={setIncludeHidden} />
            )}
            <SearchBox
              key={searchBoxKey}
              label="Search workspaces"
              placeholder="Search workspaces..."
              onSearch={setSearch}
              className="w-full sm:w-72"
            />
          </>
        }
      />
      {removal && <RemovedWorkspaceNotice {...{ removal, listed }} remaining={isComplete ? rows : undefined} />}
      <OwnershipOffers />
      <TierCard />
      <ErrorAlert error={error} title="Your workspaces could not be loaded" onRetry={refetch} />
      <MyInvitations query={invitations} />
      {isReady && <WorkspaceGrid {...{ listed, hidden, list, actions }} search={deferredSearch} />}
      {!isReady && !error && <GridSkeleton />}
    </div>
  );
}

function GridSkeleton() {
  return (
    <div className="workspace-grid">
      <CreateTile />
      {[1, 2, 3].map((position) => (
        <div key={position} className="workspace-card animate-delayed-reveal">
          <Skeleton className="my-1 size-9" />
          <Skeleton className="mt-3.5 h-4 w-3/4" />
          {position === 1 ? (
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
