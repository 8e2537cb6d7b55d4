import type { Page } from '@playwright/test';

/** Finds texts that overlap, that are clipped without an ellipsis, or that have too little space to be read. */
export function findUnreadableText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface TextBox {
      readonly text: string;
      readonly box: DOMRect;
    }
    /** The minimum width in pixels at which truncated text is readable. */
    const minReadableWidthPx = 24;

    const ancestors = function* (element: Element) {
      for (let current: Element | null = element; current; current = current.parentElement) yield current;
    };
    const styleOf = (element: Element) => getComputedStyle(element);
    const isFloating = (element: Element) =>
      [...ancestors(element)].some((ancestor) => ['fixed', 'sticky'].includes(styleOf(ancestor).position));
    const isScreenReaderOnly = (element: Element) =>
      [...ancestors(element)].some((ancestor) => styleOf(ancestor).clipPath === 'inset(50%)');
    const hasEllipsis = (element: Element) =>
      styleOf(element).textOverflow === 'ellipsis' || styleOf(element).webkitLineClamp !== 'none';
    const clipsOverflow = (element: Element) => ['hidden', 'clip'].includes(styleOf(element).overflowX);
    const scrollsOverflow = (element: Element) => ['auto', 'scroll'].includes(styleOf(element).overflowX);

    const textBoxes: TextBox[] = [];
    const problems: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = (node.textContent ?? '').trim();
      const parent = node.parentElement;
      if (text === '' || !parent?.checkVisibility({ visibilityProperty: true }) || parent.matches('option, option *'))
        continue;
      if (isFloating(parent) || isScreenReaderOnly(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const clippingAncestor = [...ancestors(parent)].find(
        (ancestor) => clipsOverflow(ancestor) || scrollsOverflow(ancestor),
      );
      const limit = clippingAncestor?.getBoundingClientRect();
      if (clippingAncestor && limit && clipsOverflow(clippingAncestor)) {
        const whole = range.getBoundingClientRect();
        const isClipped = whole.right > limit.right + 1 || whole.left < limit.left - 1;
        if (isClipped && !hasEllipsis(clippingAncestor)) problems.push(`clipped: ${text}`);
        if (isClipped && limit.width < minReadableWidthPx) problems.push(`too narrow: ${text}`);
      }
      for (const box of range.getClientRects()) {
        const right = Math.min(box.right, limit?.right ?? Infinity);
        const bottom = Math.min(box.bottom, limit?.bottom ?? Infinity);
        if (right <= box.left || bottom <= box.top) continue;
        textBoxes.push({ text, box: new DOMRect(box.left, box.top, right - box.left, bottom - box.top) });
      }
    }
    const overlaps = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
    textBoxes.forEach((first, index) => {
      for (const second of textBoxes.slice(index + 1)) {
        if (first.text !== second.text && overlaps(first.box, second.box))
          problems.push(`overlap: ${first.text} / ${second.text}`);
      }
    });
    return [...new Set(problems)];
  });
}
