import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

/** What there is to know of a thing: names at the left, what they are at the right. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    // Names are as wide in one list as in the next, where two stand one upon the other.
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1 max-lg:grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)] max-sm:nothing-cut">
      {children}
    </dl>
  );
}

export interface FactProps {
  name: string;
  /** It may take many lines: on a phone they stand below the name. */
  long?: boolean | undefined;
  children: ReactNode;
}

export function Fact({ name, long = false, children }: FactProps) {
  const below = long && 'max-sm:col-span-full';
  return (
    <>
      <dt className={classes('flex min-h-7 items-center text-secondary', below)}>{name}</dt>
      <dd
        className={classes(
          long && 'max-sm:-mt-2',
          'min-h-7 min-w-0 content-center wrap-anywhere not-has-[button]:py-1',
          below,
        )}
      >
        {children}
      </dd>
    </>
  );
}
