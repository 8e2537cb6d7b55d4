import { useState, type ReactNode } from 'react';
import { Tooltip } from '../overlay/tooltip.tsx';
import { useIsTruncated } from './use-is-truncated.ts';

export interface TruncateProps {
  children: ReactNode;
  lines?: 1 | 2 | 3 | 4 | 5 | undefined;
  /** The tooltip's content. Default: the text. */
  tooltip?: ReactNode;
  className?: string | undefined;
  /** `no` for a name, an address, an id or a URL, which the browser must not translate. */
  translate?: 'no' | undefined;
}

const clampClasses = {
  1: 'block truncate',
  2: 'line-clamp-2',
  3: 'line-clamp-3',
  4: 'line-clamp-4',
  5: 'line-clamp-5',
};

/** Truncates its text and shows the whole text in a tooltip. */
export function Truncate({ children, lines = 1, tooltip, className, translate }: TruncateProps) {
  const [text, setText] = useState<HTMLElement | null>(null);
  const isTruncated = useIsTruncated(text, children);
  const focusable = isTruncated && !text?.closest('a, button, label, summary, [role=menuitem]');
  return (
    <Tooltip content={tooltip ?? children} disabled={!isTruncated} repeatsLabel>
      <span
        ref={setText}
        translate={translate}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users open the tooltip by focus
        tabIndex={focusable ? 0 : undefined}
        className={`min-w-0 wrap-anywhere ${clampClasses[lines]} ${className ?? ''}`}
      >
        {children}
      </span>
    </Tooltip>
  );
}

/** More characters than fit in two lines of a title, in a window of a usual width. */
const maxPlainLength = 100;

/** A title of user-defined length, limited to two lines. */
export function TruncatedTitle({ children }: { children: string }) {
  return children.length > maxPlainLength ? (
    <Truncate translate="no" lines={2}>
      {children}
    </Truncate>
  ) : (
    <span translate="no">{children}</span>
  );
}
