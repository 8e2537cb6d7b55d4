import { Button, EmptyState, moveFocusOnUnmount } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
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
export default function EmptyWorkspaceList({
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
          <Button ref={moveFocusOnUnmount} variant="primary" onClick={onShowHidden}>
            Show hidden workspaces
          </Button>
        }
      />
    );
  }
  if (isEmpty) {
    return (
      <EmptyState
        icon="layout-grid"
        title="You don’t have any workspaces yet"
        text="Start your own, or ask a colleague to invite you to theirs."
        action={
          <Button variant="primary" icon="plus" render={<Link to={paths.newWorkspace} />}>
            Create New Workspace
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="search-none"
      title={search === '' ? emptyTitles[filter] : `No workspaces match “${search}”`}
      action={
        <Button ref={moveFocusOnUnmount} variant="primary" onClick={onShowAll}>
          {filter === 'all' ? 'Clear search' : 'Show all workspaces'}
        </Button>
      }
    />
  );
}
