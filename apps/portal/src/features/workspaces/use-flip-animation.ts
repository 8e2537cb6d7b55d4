import { useLayoutEffect, useRef } from 'react';

/** An item comes from the direction of its previous position, but not all the way: nothing flies over the page. */
const distancePx = 8;

const timing = { duration: 160, easing: 'ease-out' };

const isReduced = () => {
  try {
    return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  } catch {
    return true;
  }
};

const isInView = (item: Element) => {
  const { top, bottom } = item.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
};

const textWithout = (ids: readonly string[], id: string | undefined) => ids.filter((other) => other !== id).join();

/** Whether at most one item moved, joined or left. */
export function isOneMove(before: readonly string[], after: readonly string[]): boolean {
  const difference = before.findIndex((id, index) => id !== after[index]);
  const index = difference === -1 ? before.length : difference;
  return [before[index], after[index]].some((id) => textWithout(before, id) === textWithout(after, id));
}

interface Snapshot {
  readonly ids: readonly string[];
  readonly layout: string;
  readonly width: number;
  readonly positions: ReadonlyMap<string | undefined, { readonly left: number; readonly top: number }>;
}

/**
 * Animates the items of a list to their new positions when one of them moves, joins or leaves (FLIP: first, last, invert,
 * play). Each has a `data-id`. Another layout, width, order or filter moves most of them: then nothing is animated.
 */
export function useFlipAnimation(ids: readonly string[], layout: string) {
  const list = useRef<HTMLUListElement>(null);
  const snapshot = useRef<Snapshot>(undefined);
  useLayoutEffect(() => {
    const { offsetLeft = 0, offsetTop = 0, offsetWidth: width = 0, children = [] } = list.current ?? {};
    const items = ([...children] as HTMLElement[]).map((item) => ({
      item,
      id: item.dataset['id'],
      position: { left: item.offsetLeft - offsetLeft, top: item.offsetTop - offsetTop },
    }));
    const before = snapshot.current;
    snapshot.current = { ids, layout, width, positions: new Map(items.map(({ id, position }) => [id, position])) };
    if (before?.layout !== layout || before.width !== width || !isOneMove(before.ids, ids)) return;
    for (const { item, id, position } of items) {
      const { left, top } = before.positions.get(id) ?? position;
      const x = Math.sign(left - position.left) * distancePx;
      const y = Math.sign(top - position.top) * distancePx;
      if ((x === 0 && y === 0) || !isInView(item) || isReduced()) continue;
      item.animate({ translate: [`${x}px ${y}px`, '0'], opacity: [0.4, 1] }, timing);
    }
  }, [ids, layout]);
  return list;
}
