import { Button, keepFocusAtEnd } from '@portal/ui';
import { useEffect, useRef } from 'react';
import { RestFailed, type RestFailedProps } from '../../requests/rest-failed.tsx';

export interface MoreCardsProps {
  /** How many are not shown; with none the rest is still on its way, or failed. */
  left: number;
  list: RestFailedProps['list'];
  /** Nothing is shown of what is here. */
  isEmpty: boolean;
  onMore: () => void;
}

/** The end of a long list: it goes on as soon as somebody scrolls near to it, or asks it to. */
export function MoreCards({ left, list, isEmpty, onMore }: MoreCardsProps) {
  const place = useRef<HTMLDivElement>(null);
  const hasMore = left > 0;
  useEffect(() => {
    if (!hasMore || !place.current) return;
    // Each step is watched anew, so that one that leaves the end in sight is followed by another. A busy page is told
    // several sights at once, of which the last is what is seen now.
    const watch = new IntersectionObserver((sights) => sights.at(-1)?.isIntersecting && onMore(), {
      rootMargin: '1000px',
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [hasMore, onMore]);
  return (
    <>
      {(hasMore || !list.nextPageError) && (
        <div ref={place} className="grid justify-items-center text-secondary">
          {hasMore ? (
            <Button ref={keepFocusAtEnd} onClick={onMore}>
              Show more workspaces
            </Button>
          ) : (
            <p role="status">Loading Workspaces...</p>
          )}
        </div>
      )}
      {list.nextPageError && isEmpty && (
        <p className="text-center text-secondary">None of the workspaces that could be loaded belongs here.</p>
      )}
      <RestFailed list={list} what="your workspaces" />
    </>
  );
}
