import { Truncate } from './truncate.tsx';

/** Longer than two lines of a title ever hold in a usual window. */
const usual = 100;

/** A title that people chose: as long as it may be, it takes two lines, and tells the whole in a tooltip. */
export function LongTitle({ children }: { children: string }) {
  return children.length > usual ? <Truncate lines={2}>{children}</Truncate> : children;
}
