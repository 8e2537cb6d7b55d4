import { Button, keepFocusAtEnd } from '@portal/ui';
import { startTransition, useState } from 'react';
import { RestFailed, type RestFailedProps } from './rest-failed.tsx';

/** A list may have thousands of rows; this many are rendered at a time. */
const step = 100;

export interface IncrementalListOptions extends Pick<RestFailedProps, 'what'> {
  /** The list that the rows come from. */
  list: RestFailedProps['list'] & { readonly isWhole: boolean };
  /** The number of rows that are rendered at first. */
  initialCount?: number | undefined;
  /** The search that selects the rows. Another search starts from the first rows again. */
  search?: string | undefined;
}

/**
 * The rendered part of a long list, and a foot that says how much there is and renders more. The total is not shown before
 * all pages are loaded.
 */
export function useIncrementalList<Row>(
  rows: readonly Row[],
  { list, what, initialCount = step, search }: IncrementalListOptions,
) {
  const [count, setCount] = useState(Math.max(step, initialCount));
  const [previousSearch, setPreviousSearch] = useState(search);
  if (search !== previousSearch) {
    setPreviousSearch(search);
    setCount(step);
  }
  const left = rows.length - count;
  const isCutShort = list.nextPageError !== undefined;
  const isComing = !list.isWhole && !isCutShort;
  return {
    shown: rows.slice(0, count),
    hasMore: left > 0,
    /** Whether more pages are being loaded. */
    isComing,
    /** Whether the next page failed, so that nothing is known about the rows that are not loaded. */
    isCutShort,
    foot: (
      <>
        {(left > 0 || isComing) && (
          // The button is in the middle whatever is said beside it, and the foot as high with it as without.
          <div className="grid min-h-14 grid-cols-[1fr_auto_1fr] items-center gap-3 border-t border-line px-5 text-secondary">
            <p role="status" className="col-start-3">
              {isComing ? 'Loading...' : list.isWhole && `${count} of ${rows.length}`}
            </p>
            {left > 0 && (
              <Button
                ref={keepFocusAtEnd}
                size="sm"
                className="col-start-2 row-start-1"
                onClick={() => startTransition(() => setCount((before) => before + step))}
              >
                Show {isComing ? step : Math.min(step, left)} more
              </Button>
            )}
          </div>
        )}
        <RestFailed list={list} what={what} className="border-t border-line p-5" />
      </>
    ),
  };
}
