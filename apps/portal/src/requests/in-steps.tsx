import { Button, keepFocusAtEnd } from '@portal/ui';
import { startTransition, useState } from 'react';
import { RestFailed, type RestFailedProps } from './rest-failed.tsx';

/** A list may have thousands of rows; so many are drawn at a time. */
const step = 100;

/** How much of a list is here; nothing is known of it before its first part. */
export interface ListState {
  /** Null once all of it is. */
  readonly next: string | null;
  /** Why the rest does not come. */
  readonly failure?: RestFailedProps['failure'];
}

export interface StepsOptions extends Pick<RestFailedProps, 'what' | 'onGoOn'> {
  /** How many rows are drawn at first. */
  drawn?: number | undefined;
  /** What the rows have in common: with something else it is another list, and begins anew. */
  sought?: string | undefined;
}

const whole: ListState = { next: null };

/**
 * What is drawn of a long list, and its foot, which tells of the rest and draws more.
 * Nothing is counted before all of it is here. Who comes back to it finds as much as was `drawn` then.
 */
export function useSteps<Row>(
  rows: readonly Row[],
  { next, failure }: ListState = whole,
  { drawn = step, sought, ...rest }: StepsOptions,
) {
  const [most, setMost] = useState(Math.max(step, drawn));
  const [soughtBefore, setSoughtBefore] = useState(sought);
  if (sought !== soughtBefore) {
    setSoughtBefore(sought);
    setMost(step);
  }
  const left = rows.length - most;
  const isComing = next !== null && !failure;
  return {
    shown: rows.slice(0, most),
    hasMore: left > 0,
    isComing,
    /** The rest did not come, so nothing can be said of what is not here. */
    isCutShort: next !== null && !isComing,
    foot: (
      <>
        {(left > 0 || isComing) && (
          // The button is in the middle whatever is said beside it, and the foot as high with it as without.
          <div className="grid min-h-14 grid-cols-[1fr_auto_1fr] items-center gap-3 border-t border-line px-5 text-secondary">
            <p role="status" className="col-start-3">
              {isComing ? 'Loading...' : next === null && `${most} of ${rows.length}`}
            </p>
            {left > 0 && (
              <Button
                ref={keepFocusAtEnd}
                size="sm"
                className="col-start-2 row-start-1"
                onClick={() => startTransition(() => setMost((before) => before + step))}
              >
                Show {isComing ? step : Math.min(step, left)} more
              </Button>
            )}
          </div>
        )}
        <RestFailed {...rest} failure={failure} className="border-t border-line p-5" />
      </>
    ),
  };
}
