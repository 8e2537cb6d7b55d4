import type { Page } from '@playwright/test';

/** Texts of the page that lie over each other, that are cut without a sign of it, or that have no room to be read. */
export function lostText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Shown {
      readonly text: string;
      readonly box: DOMRect;
    }
    /** The smallest room in which an ellipsis still leaves something to read. */
    const readable = 24;

    const ancestors = function* (element: Element) {
      for (let one: Element | null = element; one; one = one.parentElement) yield one;
    };
    const styleOf = (element: Element) => getComputedStyle(element);
    const floats = (element: Element) =>
      [...ancestors(element)].some((one) => ['fixed', 'sticky'].includes(styleOf(one).position));
    const forScreenReaders = (element: Element) =>
      [...ancestors(element)].some((one) => styleOf(one).clipPath === 'inset(50%)');
    const hasEllipsis = (element: Element) =>
      styleOf(element).textOverflow === 'ellipsis' || styleOf(element).webkitLineClamp !== 'none';
    const cuts = (element: Element) => ['hidden', 'clip'].includes(styleOf(element).overflowX);
    const scrolls = (element: Element) => ['auto', 'scroll'].includes(styleOf(element).overflowX);

    const shown: Shown[] = [];
    const lost: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = (node.textContent ?? '').trim();
      const parent = node.parentElement;
      if (text === '' || !parent?.checkVisibility({ visibilityProperty: true }) || parent.matches('option, option *'))
        continue;
      if (floats(parent) || forScreenReaders(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const cutBy = [...ancestors(parent)].find((one) => cuts(one) || scrolls(one));
      const limit = cutBy?.getBoundingClientRect();
      if (cutBy && limit && cuts(cutBy)) {
        const whole = range.getBoundingClientRect();
        const isCut = whole.right > limit.right + 1 || whole.left < limit.left - 1;
        if (isCut && !hasEllipsis(cutBy)) lost.push(`cut: ${text}`);
        if (isCut && limit.width < readable) lost.push(`no room: ${text}`);
      }
      for (const box of range.getClientRects()) {
        const right = Math.min(box.right, limit?.right ?? Infinity);
        const bottom = Math.min(box.bottom, limit?.bottom ?? Infinity);
        if (right <= box.left || bottom <= box.top) continue;
        shown.push({ text, box: new DOMRect(box.left, box.top, right - box.left, bottom - box.top) });
      }
    }
    const overlap = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
    shown.forEach((one, at) => {
      for (const other of shown.slice(at + 1)) {
        if (one.text !== other.text && overlap(one.box, other.box)) lost.push(`overlap: ${one.text} / ${other.text}`);
      }
    });
    return [...new Set(lost)];
  });
}
