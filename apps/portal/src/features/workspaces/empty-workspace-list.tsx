import { Button, EmptyState, moveFocusOnUnmount } from '@portal/ui';

export interface EmptyWorkspaceListProps {
  /** Whether the user has no workspaces, not even hidden ones. */
  isEmpty: boolean;
  search: string;
  /** The number of hidden workspaces that match the search. */
  hiddenCount: number;
  onClearSearch: () => void;
  onShowHidden: () => void;
}

/** Explains why no workspace is listed, and offers an action. */
export function EmptyWorkspaceList({
  isEmpty,
  search,
  hiddenCount,
  onClearSearch,
  onShowHidden,
}: EmptyWorkspaceListProps) {
  if (hiddenCount > 0) {
    return (
      <EmptyState
        icon="search-none"
        title={search === '' ? 'All your workspaces are hidden' : `Only hidden workspaces match “${search}”`}
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
      title={`No workspaces match “${search}”`}
      action={
        <Button ref={moveFocusOnUnmount} onClick={onClearSearch}>
          Show all workspaces
        </Button>
      }
    />
  );
}
