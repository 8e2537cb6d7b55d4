import { Button, moveFocusToAddedRowOnUnmount } from '@portal/ui';
import { startTransition, useState } from 'react';
import type { AllPages } from '../api/cache/use-all-pages.ts';
import { NextPageError, type NextPageErrorProps } from './error-alert.tsx';

/** A list may have thousands of rows. Each step renders this many. */
const step = 100;

export interface IncrementalListOptions<Row> extends Pick<NextPageErrorProps, 'listName'> {
  /** The list that contains the rows. */
  list: NextPageErrorProps['list'] & Pick<AllPages<Row>, 'isComplete' | 'error'>;
  /** The number of rows to render at first. */
  initialCount?: number | undefined;
  /** The search that selects the rows. A new search starts at the first rows. */
  search?: string | undefined;
  /** A row that is rendered with all before it, however many they are. */
  linkedRow?: Row | undefined;
}

/**
 * Renders a long list in steps. Returns the visible rows and a footer that shows the number of rows and renders more. The
 * total is shown only when all pages are loaded.
 */
export function useIncrementalList<Row>(
  rows: readonly Row[],
  { list, listName, initialCount = step, search, linkedRow }: IncrementalListOptions<Row>,
) {
  const [shownCount, setShownCount] = useState(Math.max(step, initialCount));
  const [previousSearch, setPreviousSearch] = useState(search);
  if (search !== previousSearch) {
    setPreviousSearch(search);
    setShownCount(step);
  }
  const count = Math.max(shownCount, linkedRow === undefined ? 0 : rows.indexOf(linkedRow) + 1);
  const remaining = rows.length - count;
  const isIncomplete = list.nextPageError !== undefined;
  const isLoadingMore = !list.isComplete && !isIncomplete && list.error === undefined;
  return {
    visibleRows: rows.slice(0, count),
    hasMore: remaining > 0,
    isLoadingMore,
    /** Whether the next page failed, so that rows are missing. */
    isIncomplete,
    footer: (
      <>
        {(remaining > 0 || isLoadingMore) && (
          // The button stays centered next to any text, and the footer has the same height with and without it.
          <div className="grid min-h-14 grid-cols-[1fr_auto_1fr] items-center gap-3 border-t border-line px-5 text-secondary">
            <p role="status" className="col-start-3">
              {isLoadingMore ? 'Loading...' : list.isComplete && `${count} of ${rows.length}`}
            </p>
            {remaining > 0 && (
              <Button
                ref={moveFocusToAddedRowOnUnmount}
                size="sm"
                className="col-start-2 row-start-1"
                onClick={() => startTransition(() => setShownCount(count + step))}
              >
                Show {isLoadingMore ? step : Math.min(step, remaining)} more
              </Button>
            )}
          </div>
        )}
        <NextPageError list={list} listName={listName} className="border-t border-line p-5" />
      </>
    ),
  };
}
