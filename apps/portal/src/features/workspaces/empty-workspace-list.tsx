import { Button, EmptyState, moveFocusOnUnmount } from '@portal/ui';
import type { Filter } from './list-view.ts';

export interface EmptyWorkspaceListProps {
  /** Whether the user has no workspaces, not even hidden ones. */
  isEmpty: boolean;
  search: string;
  filter: Filter;
  /** The number of hidden workspaces that match the search and the filter. */
  hiddenCount: number;
  onShowAll: () => void;
  onShowHidden: () => void;
}

const emptyTitles: Record<Filter, string> = {
  all: 'No workspaces',
  favourites: 'No favourites yet',
  owned: 'No workspaces owned by you',
  shared: 'No workspaces are shared with you',
};

/** Explains why no workspace is listed, and offers an action. */
export function EmptyWorkspaceList({
  isEmpty,
  search,
  filter,
  hiddenCount,
  onShowAll,
  onShowHidden,
}: EmptyWorkspaceListProps) {
  if (hiddenCount > 0) {
    return (
      <EmptyState
        icon="search-none"
        title={
          search === '' && filter === 'all'
            ? 'All your workspaces are hidden'
            : `Only hidden workspaces match ${search === '' ? 'this filter' : `“${search}”`}`
        }
        action={
          <Button ref={moveFocusOnUnmount} onClick={onShowHidden}>
            Show hidden workspaces
          </Button>
        }
      />
    );
  }
  if (isEmpty) {
    return (
      <EmptyState
        icon="users"
        title="You don’t have any workspaces yet"
        text="Create one, or ask a colleague to invite you to theirs."
      />
    );
  }
  return (
    <EmptyState
      icon="search-none"
      title={search === '' ? emptyTitles[filter] : `No workspaces match “${search}”`}
      action={
        <Button ref={moveFocusOnUnmount} onClick={onShowAll}>
          Show all workspaces
        </Button>
      }
    />
  );
}
