import { PageTitle, SearchBox, Skeleton } from '@portal/ui';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAttention } from '../../api/attention.api.ts';
import { useMyInvitations } from '../../api/my-invitations.api.ts';
import { useUser } from '../../api/session.api.ts';
import { useWorkspaces } from '../../api/workspaces.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useFlashMessage } from '../../lib/flash-message.ts';
import { hasSearchShortcut } from '../../lib/search-shortcut.ts';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';
import { sharedStorage } from '../../lib/storage.ts';
import { CreateTile } from './create-tile.tsx';
import { HiddenFilter } from './hidden-filter.tsx';
import { arrangeWorkspaces, countByFilter, differencesOf, nextTokenEnds } from './list-view.ts';
import { LayoutSwitch } from './layout-switch.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useNeedsYou } from './needs-you/use-needs-you.tsx';
import { RemovedWorkspaceNotice } from './removed-workspace-notice.tsx';
import { TierCard } from './tier-card.tsx';
import { useListView, type Layout, type ListView } from './use-list-view.ts';
import { RowHeader } from './workspace-card.tsx';
import { findMatches, WorkspaceGrid } from './workspace-grid.tsx';

// Only lists with at most one workspace load it.
const OtherLogins = lazy(() => import('./other-logins.tsx'));
// Only new users load it.
const FirstSteps = lazy(() => import('./first-steps/first-steps.tsx'));

const titleOf = (count: number) =>
  count === 0 ? 'Create A Workspace' : count === 1 ? 'One Workspace' : `${count} Workspaces`;

/** Longer lists can be filtered and sorted. */
const toolbarThreshold = 4;

/** Of all workspaces, so that a list with hidden ones, too, has the toolbar. */
const hasToolbar = (total: number, { filter }: ListView) => total > toolbarThreshold || filter !== 'all';

export function Component() {
  const list = useWorkspaces();
  const { rows, isComplete, error, refetch } = list;
  const { attention, isSettled, refetch: refetchAttention } = useAttention();
  const invitations = useMyInvitations({ skip: !isSettled });
  const needsYou = useNeedsYou(isSettled, { attention, invitations, refetch: refetchAttention });
  const [wasReady, setWasReady] = useState(false);
  // The list waits for what is above it, so that it does not move. Once it is shown, it stays.
  const isReady =
    rows !== undefined &&
    (wasReady || (needsYou !== undefined && (invitations.rows ?? invitations.error) !== undefined));
  if (isReady && !wasReady) setWasReady(true);
  const { showsFirstSteps = false } = useUser().onboardingDetails;
  const own = rows?.find(({ role }) => role === 'OWNER');
  const removal = useFlashMessage();
  const { view, change, showAll, searchBoxKey } = useListView();
  // Typing does not wait until the grid is rendered.
  const deferredView = useDeferredValue(view);

  const { filter, order, includeHidden } = deferredView;
  const hidden = useMemo(() => (isComplete && rows ? rows.filter(({ isHidden }) => isHidden) : []), [rows, isComplete]);
  const shown = useMemo(() => (rows ?? []).filter(({ isHidden }) => includeHidden || !isHidden), [rows, includeHidden]);
  const listed = useMemo(() => arrangeWorkspaces(shown, { filter, order }), [shown, filter, order]);
  const { type, host, owner } = differencesOf(rows ?? []);
  // Stays the same object while its values do, so that a change of one workspace does not render every card.
  const differences = useMemo(() => ({ type, host, owner }), [type, host, owner]);
  const tokenEnds = useMemo(() => nextTokenEnds(attention?.endingTokens ?? []), [attention]);
  const counts = isComplete && rows ? `${shown.length}/${rows.length}` : undefined;
  useEffect(() => {
    if (counts !== undefined) sharedStorage.write(countsKey, counts);
  }, [counts]);
  const [lastCounts] = useState(readCounts);
  const total = rows?.length ?? lastCounts.total;
  const navigate = useNavigate();
  /** Of several matches, the user must have seen the first before Enter opens it. */
  const openFirst = (search: string) => {
    const [first, ...others] = findMatches(listed, search);
    const isOnlyMatch = isComplete && others.length === 0;
    if (first && search.trim() !== '' && (isOnlyMatch || deferredView.search === search))
      void navigate(paths.workspaceGo(first.id), { state: internalNavigation });
  };
  const actions = { onShowAll: showAll, onShowHidden: () => change({ includeHidden: true }) };
  return (
    <div className="grid gap-6">
      <PageTitle
        title={isComplete ? titleOf(shown.length) : 'Workspaces'}
        actions={
          <>
            {(isComplete ? hidden.length > 0 : view.includeHidden || lastCounts.shown < lastCounts.total) && (
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
              onEnter={openFirst}
              hasShortcut={hasSearchShortcut()}
              className="w-full sm:w-72"
            />
            <LayoutSwitch layout={view.layout} onChange={(layout) => change({ layout })} />
          </>
        }
      />
      {removal && <RemovedWorkspaceNotice {...{ removal, listed }} remaining={isComplete ? rows : undefined} />}
      <TierCard isWaiting={!isSettled} />
      <ErrorAlert error={error} title="Your workspaces could not be loaded" onRetry={refetch} />
      {(isReady || error) && needsYou}
      {/* A new account has only its default workspace. */}
      {isReady && isComplete && rows.length <= 1 && attention?.otherLogins.length !== 0 && (
        <Suspense>
          <OtherLogins />
        </Suspense>
      )}
      {(isReady || !error) && hasToolbar(total, view) && (
        <div className={isReady ? undefined : 'invisible'}>
          <ListToolbar view={view} counts={countByFilter(shown)} onChange={change} />
        </div>
      )}
      {isReady && <WorkspaceGrid {...{ listed, hidden, list, actions, differences, tokenEnds }} view={deferredView} />}
      {!isReady && !error && <GridSkeleton layout={view.layout} count={lastCounts.shown} />}
      {isReady && showsFirstSteps && own && (
        <Suspense fallback={<Skeleton className="h-105" />}>
          <FirstSteps ownWorkspaceId={own.id} />
        </Suspense>
      )}
    </div>
  );
}

/** The numbers of shown and of all workspaces at the last visit. Until the list is loaded, the page has the size of that one. */
const countsKey = 'SI:WORKSPACE-COUNT';

function readCounts() {
  const [shown = 0, total = shown] = (sharedStorage.read(countsKey) ?? '3').split('/').map(Number);
  return { shown, total };
}

/** Enough to fill a window. */
const maxSkeletons = 11;

function GridSkeleton({ layout, count }: { layout: Layout; count: number }) {
  return (
    <div className={`workspace-${layout === 'rows' ? 'rows' : 'grid'}`}>
      <div>
        <CreateTile />
        {layout === 'rows' && <RowHeader differences={differencesOf([])} />}
      </div>
      {Array.from({ length: Math.min(count, maxSkeletons) || 1 }, (_, position) => (
        <div key={position} className={`animate-delayed-reveal workspace-${layout === 'rows' ? 'row' : 'card gap-2'}`}>
          {layout === 'cards' && <Skeleton className="size-7" />}
          {position === 0 ? (
            <p role="status" className="text-sm text-secondary">
              Loading Workspaces...
            </p>
          ) : (
            <Skeleton className="h-4 w-1/2" />
          )}
        </div>
      ))}
    </div>
  );
}
