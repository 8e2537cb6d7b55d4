import { useLayoutEffect, useRef } from 'react';

/** An item comes from the direction of its old place, but not all the way: nothing flies over the page. */
const distancePx = 8;

const timing = { duration: 160, easing: 'ease-out' };

const isReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

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
  readonly places: ReadonlyMap<string | undefined, { readonly left: number; readonly top: number }>;
}

/**
 * Moves the items of a list quietly to their new places when one of them moves, joins or leaves. Each has a `data-id`. Another
 * layout, width, order or filter moves most of them: then they are at their places at once.
 */
export function useGlide(ids: readonly string[], layout: string) {
  const list = useRef<HTMLUListElement>(null);
  const snapshot = useRef<Snapshot>(undefined);
  useLayoutEffect(() => {
    const { offsetLeft = 0, offsetTop = 0, offsetWidth: width = 0, children = [] } = list.current ?? {};
    const items = ([...children] as HTMLElement[]).map((item) => ({
      item,
      id: item.dataset['id'],
      place: { left: item.offsetLeft - offsetLeft, top: item.offsetTop - offsetTop },
    }));
    const before = snapshot.current;
    snapshot.current = { ids, layout, width, places: new Map(items.map(({ id, place }) => [id, place])) };
    if (before?.layout !== layout || before.width !== width || !isOneMove(before.ids, ids)) return;
    for (const { item, id, place } of items) {
      const { left, top } = before.places.get(id) ?? place;
      const x = Math.sign(left - place.left) * distancePx;
      const y = Math.sign(top - place.top) * distancePx;
      if ((x === 0 && y === 0) || !isInView(item) || isReduced()) continue;
      item.animate({ translate: [`${x}px ${y}px`, '0'], opacity: [0.4, 1] }, timing);
    }
  }, [ids, layout]);
  return list;
}
