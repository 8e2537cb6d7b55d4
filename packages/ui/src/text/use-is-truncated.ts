import { useEffect, useState } from 'react';

/** Whether an element has too little room for its text. It is measured again when the element's size or the text changes. */
export function useIsTruncated(element: HTMLElement | null, text: unknown): boolean {
  const [isTruncated, setTruncated] = useState(false);
  useEffect(() => {
    if (!element) return undefined;
    // An observer also reports the size that an element has at first.
    const observer = new ResizeObserver(() => setTruncated(isOverflowing(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, text]);
  return isTruncated;
}

function isOverflowing({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
}
