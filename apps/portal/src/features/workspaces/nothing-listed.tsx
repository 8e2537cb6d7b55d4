import { Button, EmptyState, passFocus } from '@portal/ui';
import type { ReactNode } from 'react';

export interface NothingListedProps {
  /** Whether there is nothing to search, but for what is hidden. */
  isEmpty: boolean;
  sought: string;
  /** How many of the hidden workspaces are called so. */
  hidden: number;
  onClearSearch: () => void;
  onShowHidden: () => void;
}

/** Why there is no card. */
export default function NothingListed({ isEmpty, sought, hidden, onClearSearch, onShowHidden }: NothingListedProps) {
  if (hidden > 0 && sought !== '') {
    return (
      <EmptyState
        icon="search-none"
        title={`Only hidden workspaces are called “${sought}”`}
        action={<Way onTake={onShowHidden}>Show hidden ({hidden})</Way>}
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
      action={<Way onTake={onClearSearch}>Show all workspaces</Way>}
    />
  );
}

/** It goes away with what it brings. */
function Way({ onTake, children }: { onTake: () => void; children: ReactNode }) {
  return (
    <Button
      onClick={() => {
        onTake();
        passFocus();
      }}
    >
      {children}
    </Button>
  );
}
