import { useState, type ReactNode } from 'react';
import { Tooltip } from '../overlay/tooltip.tsx';

export interface TruncateProps {
  children: ReactNode;
  lines?: 1 | 2 | 3 | 4 | 5 | undefined;
  /** What the tooltip says where it is not the text itself. */
  full?: ReactNode;
  className?: string | undefined;
}

const clamps = { 1: 'block truncate', 2: 'line-clamp-2', 3: 'line-clamp-3', 4: 'line-clamp-4', 5: 'line-clamp-5' };

/** Text that is cut where it has no room, and then tells the whole in a tooltip. */
export function Truncate({ children, lines = 1, full, className }: TruncateProps) {
  const [cut, setCut] = useState(false);
  // Measured when somebody points at it: watching hundreds of cells all the time would cost more than it gives.
  const measure = (element: HTMLElement) => {
    setCut(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1);
  };
  return (
    <Tooltip content={full ?? children} disabled={!cut} names>
      <span
        onPointerEnter={(event) => measure(event.currentTarget)}
        className={`min-w-0 wrap-anywhere ${clamps[lines]} ${className ?? ''}`}
      >
        {children}
      </span>
    </Tooltip>
  );
}
