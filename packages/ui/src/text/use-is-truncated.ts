import { useEffect, useState } from 'react';

/** Whether an element's text overflows. Measures again when the element's size or `text` changes. */
export function useIsTruncated(element: HTMLElement | null, text: unknown): boolean {
  const [isTruncated, setTruncated] = useState(false);
  useEffect(() => {
    if (!element) return undefined;
    // The observer also reports the initial size.
    const observer = new ResizeObserver(() => setTruncated(isOverflowing(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, text]);
  return isTruncated;
}

function isOverflowing({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
}
