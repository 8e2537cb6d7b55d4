import { PageTitle, SearchBox, Skeleton } from '@portal/ui';
import { useDeferredValue, useMemo } from 'react';
import { useListMyInvitationsQuery } from '../../api/invitations.api.ts';
import { useWorkspaces } from '../../api/workspaces.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useFlashMessage } from '../../lib/flash-message.ts';
import { MyInvitations } from './invitations/my-invitations.tsx';
import { CreateTile } from './create-tile.tsx';
import { HiddenFilter } from './hidden-filter.tsx';
import { countByFilter, filterWorkspaces, sortWorkspaces } from './list-view.ts';
import { ListToolbar, rowLayoutThreshold } from './list-toolbar.tsx';
import { OwnershipOffers } from './ownership-offers.tsx';
import { RemovedWorkspaceNotice } from './removed-workspace-notice.tsx';
import { TierCard } from './tier-card.tsx';
import { useListView } from './use-list-view.ts';
import { WorkspaceGrid } from './workspace-grid.tsx';

const titleOf = (count: number) =>
  count === 0 ? 'Create A Workspace' : count === 1 ? 'One Workspace' : `${count} Workspaces`;

/** Longer lists can be filtered and sorted. */
const toolbarThreshold = 4;

export function Component() {
  const list = useWorkspaces();
  const { rows, isComplete, error, refetch } = list;
  const invitations = useListMyInvitationsQuery();
  // The list waits for the invitations, which are above it, so that it does not move.
  const isReady = rows !== undefined && (invitations.data !== undefined || invitations.isError);
  const removal = useFlashMessage();
  const { view, change, showAll, searchBoxKey } = useListView();
  // Typing does not wait until the grid is rendered.
  const deferredView = useDeferredValue(view);

  const { filter, order, includeHidden } = deferredView;
  const hidden = useMemo(() => (isComplete && rows ? rows.filter(({ isHidden }) => isHidden) : []), [rows, isComplete]);
  const shown = useMemo(() => (rows ?? []).filter(({ isHidden }) => includeHidden || !isHidden), [rows, includeHidden]);
  const listed = useMemo(() => sortWorkspaces(filterWorkspaces(shown, filter), order), [shown, filter, order]);
  const showType = useMemo(() => new Set(rows?.map(({ instanceEnvType }) => instanceEnvType)).size > 1, [rows]);
  const actions = { onShowAll: showAll, onShowHidden: () => change({ includeHidden: true }) };
  return (
    <div className="grid gap-6">
      <PageTitle
        title={isComplete ? titleOf(shown.length) : 'Workspaces'}
        actions={
          <>
            {hidden.length > 0 && (
              <HiddenFilter
                count={hidden.length}
                isOn={view.includeHidden}
                onChange={(isOn) => change({ includeHidden: isOn })}
              />
            )}
            <SearchBox
              key={searchBoxKey}
              label="Search workspaces"
              placeholder="Search workspaces..."
              value={view.search}
              onSearch={(search) => change({ search })}
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
      {isReady && (rows.length > toolbarThreshold || view.filter !== 'all') && (
        <ListToolbar
          view={view}
          counts={countByFilter(shown)}
          hasLayouts={rows.length >= rowLayoutThreshold || view.layout === 'rows'}
          onChange={change}
        />
      )}
      {isReady && <WorkspaceGrid {...{ listed, hidden, list, actions, showType }} view={deferredView} />}
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
          <div className="flex items-center gap-3">
            <Skeleton className="size-9" />
            <Skeleton className="h-4 w-1/2" />
          </div>
          <Skeleton className="mt-2 h-4 w-3/4" />
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
