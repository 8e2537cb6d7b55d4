import { foldText, type Workspace } from '@portal/contract';
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Button, FloatingNotice, focusFallback, moveFocusNearOnUnmount } from '@portal/ui';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { CreateTile } from './create-tile.tsx';
import type { EmptyWorkspaceListProps } from './empty-workspace-list.tsx';
import { MoreCards, type MoreCardsProps } from './more-cards.tsx';
import { arrowKeysHintId, useArrowKeys } from './use-arrow-keys.ts';
import { useCardActions } from './use-card-actions.ts';
import { useFlipAnimation } from './use-flip-animation.ts';
import { filterWorkspaces, type Differences } from './list-view.ts';
import type { ListView } from './use-list-view.ts';
import { RowHeader, WorkspaceCard, WorkspaceRow } from './workspace-card.tsx';

const EmptyWorkspaceList = lazy(() => import('./empty-workspace-list.tsx'));

export interface WorkspaceGridProps {
  listed: readonly Workspace[];
  /** `search` is applied here, and the filter to `hidden`; `listed` is already filtered and sorted. */
  view: ListView;
  /** What all workspaces of the list differ in. */
  differences: Differences;
  /** When the next API token of a workspace ends that ends soon, by the ID of the workspace. */
  tokenEnds: ReadonlyMap<string, string>;
  /** The list that contains the workspaces. */
  list: MoreCardsProps['list'] & { readonly isComplete: boolean };
  /** The hidden workspaces. */
  hidden: readonly Workspace[];
  actions: Pick<EmptyWorkspaceListProps, 'onShowAll' | 'onShowHidden'>;
}

export const findMatches = (workspaces: readonly Workspace[], search: string) => {
  const query = foldText(search.trim());
  return workspaces.filter(({ displayName }) => foldText(displayName).includes(query));
};

const enterHint = (first: Workspace | undefined) => (first ? `. Press Enter to open ${first.displayName}.` : '');

/** Finds the launch link of a workspace that may have moved away, and scrolls to it. */
function revealLaunchLink(id: string | undefined): HTMLElement | undefined {
  const item = document.querySelector(`li[data-id="${id}"]`);
  item?.scrollIntoView({ block: 'nearest' });
  return item?.querySelector<HTMLElement>('[data-launch]') ?? undefined;
}

const controlsOf = (item: Element) => [...item.querySelectorAll<HTMLElement>('a, button')];

/** If a card leaves the list with the focus in it, the focus moves to the same control of the next one. */
const focusNextOnUnmount = moveFocusNearOnUnmount(
  (other, removed) => controlsOf(other)[controlsOf(removed).findIndex((control) => control === document.activeElement)],
);

/** The number of cards that fit into a large window. The first render has only these. */
const firstRenderCount = 32;

/** Longer lists render more cards while the user scrolls. */
const initialCount = 500;
const step = 100;

/** The create tile, then the workspaces that match the search. */
export function WorkspaceGrid({
  listed,
  view,
  differences,
  tokenEnds,
  list,
  hidden,
  actions: emptyListActions,
}: WorkspaceGridProps) {
  const { search, layout } = view;
  const { isComplete, nextPageError } = list;
  const { actions, toShown, errorOf, notice, failure, forgetChange } = useCardActions();
  const [count, setCount] = useState(initialCount);
  const [previousSearch, setPreviousSearch] = useState(search);
  if (search !== previousSearch) {
    setPreviousSearch(search);
    // Rendering thousands of cards again would delay the next keystroke.
    setCount(initialCount);
  }
  const matches = useMemo(() => findMatches(listed, search), [listed, search]);
  // The rest of a long list renders later, while the page is already interactive.
  const renderedCount = useDeferredValue(count, firstRenderCount);
  const visible = useMemo(() => matches.slice(0, renderedCount), [matches, renderedCount]);
  const ids = useMemo(() => visible.map(({ id }) => id), [visible]);
  const { currentId, listProps } = useArrowKeys(ids);
  const ul = useFlipAnimation(ids, layout);
  useFollowFocus(ids);
  const changedId = notice?.workspaceId;
  const focusChangedCard = useCallback(() => focusFallback(() => revealLaunchLink(changedId)), [changedId]);
  // "Undo" is removed when the change is undone, which may be after an earlier one is saved.
  const focusCardOnUnmount = useCallback(
    (undo: HTMLElement | null) => () => {
      if (undo?.contains(document.activeElement)) focusChangedCard();
    },
    [focusChangedCard],
  );
  const Item = layout === 'rows' ? WorkspaceRow : WorkspaceCard;
  // Without a workspace, the link of the tile is the action of the empty list.
  const isEmpty = isComplete && view.filter === 'all' && listed.length + hidden.length === 0;
  const hasMore = matches.length > count;
  const hiddenMatchCount = findMatches(filterWorkspaces(hidden, view.filter), search).length;
  return (
    <>
      <p role="status" className="sr-only">
        {isComplete &&
          search.trim() !== '' &&
          `${matches.length} of ${listed.length} found${hiddenMatchCount > 0 ? `, ${hiddenMatchCount} hidden` : ''}${enterHint(matches[0])}`}
      </p>
      {failure && <ErrorAlert {...failure} />}
      <ul
        ref={ul}
        className={`peer ${layout === 'rows' ? 'workspace-rows' : 'workspace-grid'}`}
        data-host={differences.host || undefined}
        data-owner={differences.owner || undefined}
        {...listProps}
      >
        {!isEmpty && (
          <li>
            <CreateTile />
            {layout === 'rows' && visible.length > 0 && <RowHeader differences={differences} />}
          </li>
        )}
        {visible.map((workspace) => (
          <li key={workspace.id} data-id={workspace.id} ref={focusNextOnUnmount}>
            <Item
              {...{ actions, differences }}
              workspace={toShown(workspace)}
              tokenEndsAt={tokenEnds.get(workspace.id)}
              error={errorOf(workspace.id)}
              isCurrent={workspace.id === currentId}
            />
          </li>
        ))}
        {isComplete && matches.length === 0 && (
          // Beside the create tile, where the cards were.
          <li className={isEmpty || layout === 'rows' ? 'col-span-full' : 'sm:col-[2/-1]'}>
            <Suspense>
              <EmptyWorkspaceList
                isEmpty={isEmpty}
                search={search.trim()}
                filter={view.filter}
                hiddenCount={hiddenMatchCount}
                {...emptyListActions}
              />
            </Suspense>
          </li>
        )}
      </ul>
      {/* Shown while the keyboard has the focus on a workspace. */}
      <p
        id={arrowKeysHintId}
        className="pointer-events-none fixed inset-x-0 bottom-4 z-20 mx-auto hidden w-fit rounded-lg border border-line bg-raised px-3.5 py-2 text-sm shadow-float peer-has-[[data-launch]:focus-visible]:block"
      >
        Arrow keys move between workspaces
      </p>
      {(hasMore || !isComplete || nextPageError) && (
        <MoreCards {...{ hasMore, list }} isEmpty={matches.length === 0} onMore={() => setCount(count + step)} />
      )}
      <FloatingNotice
        label="Undo"
        notice={notice}
        action={
          notice?.undo && (
            <Button
              ref={focusCardOnUnmount}
              size="sm"
              variant="ghost"
              onClick={() => {
                notice.undo?.();
                // In Safari, a click does not focus a button.
                focusChangedCard();
              }}
            >
              Undo
            </Button>
          )
        }
        onClose={forgetChange}
      />
    </>
  );
}

/**
 * Keeps the card that has the focus in view when it moves away. Only for the keyboard: with a pointer the page does not scroll,
 * so that the pointer stays over the same place.
 */
function useFollowFocus(ids: readonly string[]) {
  useEffect(() => {
    const { activeElement } = document;
    if (!activeElement?.matches('li[data-id] :focus-visible')) return;
    activeElement.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, [ids]);
}
