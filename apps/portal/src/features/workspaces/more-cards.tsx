import { Button, moveFocusToAddedRowOnUnmount } from '@portal/ui';
import { useEffect, useRef } from 'react';
import { NextPageError, type NextPageErrorProps } from '../../components/error-alert.tsx';

export interface MoreCardsProps {
  /** Whether loaded cards are not rendered yet. Without them, the next page is loading or has failed. */
  hasMore: boolean;
  list: NextPageErrorProps['list'];
  /** Whether no card is rendered. */
  isEmpty: boolean;
  onMore: () => void;
}

/** The end of a long list. It renders more cards when the user scrolls near it or clicks the button. */
export function MoreCards({ hasMore, list, isEmpty, onMore }: MoreCardsProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasMore || !container.current) return;
    // A new observer after each step reports again if the end is still in view. If the page was busy, there are several
    // entries, and the last one is current.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onMore(), {
      rootMargin: '1000px',
    });
    observer.observe(container.current);
    return () => observer.disconnect();
  }, [hasMore, onMore]);
  return (
    <>
      {(hasMore || !list.nextPageError) && (
        <div ref={container} className="grid justify-items-center text-secondary">
          {hasMore ? (
            <Button ref={moveFocusToAddedRowOnUnmount} onClick={onMore}>
              Show more workspaces
            </Button>
          ) : (
            <p role="status">Loading Workspaces...</p>
          )}
        </div>
      )}
      {list.nextPageError && isEmpty && (
        <p className="text-center text-secondary">No matches in the workspaces loaded so far.</p>
      )}
      <NextPageError list={list} listName="your workspaces" />
    </>
  );
}
