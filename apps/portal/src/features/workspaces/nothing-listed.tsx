import { Button, EmptyState, handFocusOn } from '@portal/ui';

export interface NothingListedProps {
  /** Whether there is nothing to search, hidden ones among it. */
  isEmpty: boolean;
  sought: string;
  /** How many of the hidden workspaces are called so. */
  hidden: number;
  onClearSearch: () => void;
  onShowHidden: () => void;
}

/** Why there is no card. */
export function NothingListed({ isEmpty, sought, hidden, onClearSearch, onShowHidden }: NothingListedProps) {
  if (hidden > 0) {
    return (
      <EmptyState
        icon="search-none"
        title={sought === '' ? 'All your workspaces are hidden' : `Only hidden workspaces are called “${sought}”`}
        action={
          <Button ref={handFocusOn} onClick={onShowHidden}>
            Show them
          </Button>
        }
      />
    );
  }
  if (isEmpty) {
    return (
      <EmptyState
        icon="users"
        title="There is no workspace in your list"
        text="Create one, or ask a colleague to invite you to theirs."
      />
    );
  }
  return (
    <EmptyState
      icon="search-none"
      title={`No workspace is called “${sought}”`}
      action={
        <Button ref={handFocusOn} onClick={onClearSearch}>
          Show all workspaces
        </Button>
      }
    />
  );
}
