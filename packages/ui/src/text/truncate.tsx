import { useState, type ReactNode } from 'react';
import { Tooltip } from '../overlay/tooltip.tsx';
import { useIsTruncated } from './use-is-truncated.ts';

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
  const [text, setText] = useState<HTMLElement | null>(null);
  const isTruncated = useIsTruncated(text, children);
  const focusable = isTruncated && !text?.closest('a, button, label, summary, [role=menuitem]');
  return (
    <Tooltip content={full ?? children} disabled={!isTruncated} names>
      <span
        ref={setText}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a pointer, the whole text shows so
        tabIndex={focusable ? 0 : undefined}
        className={`min-w-0 wrap-anywhere ${clamps[lines]} ${className ?? ''}`}
      >
        {children}
      </span>
    </Tooltip>
  );
}
