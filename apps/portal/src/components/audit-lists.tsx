import { Button } from '@portal/ui';

// What the audit log of staff and the activity of a workspace share.

/** More rows would make the page slow. */
const maxShown = 500;

interface EntryQuery {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly refetch: () => unknown;
}

/** Whether the list has as many entries as it shows, although there are more. */
export const isLimitReached = (entries: readonly unknown[] | undefined, { hasNextPage }: EntryQuery) =>
  entries !== undefined && entries.length >= maxShown && hasNextPage;

export const LimitNote = () => (
  <p role="status" className="text-center text-secondary">
    Showing the newest {maxShown} entries. Narrow the filters to see older ones, or download them all.
  </p>
);

interface RefreshButtonProps {
  query: EntryQuery;
  isLoaded: boolean;
}

export const RefreshButton = ({ query, isLoaded }: RefreshButtonProps) => (
  <Button
    size="sm"
    icon="refresh"
    aria-label="Refresh the entries"
    loading={query.isFetching && !query.isFetchingNextPage && isLoaded}
    onClick={() => void query.refetch()}
  >
    Refresh
  </Button>
);
