import { useLayoutEffect, useRef } from 'react';

/** An item comes from the direction of its old place, but not all the way: nothing flies over the page. */
const distancePx = 8;

const timing = { duration: 160, easing: 'ease-out' };

const isReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const isInView = (item: Element) => {
  const { top, bottom } = item.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
};

/** Moves the items of a list quietly to their new places when one of them moves, joins or leaves. Each has a `data-id`. */
export function useGlide(ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const places = useRef(new Map<string | undefined, { readonly left: number; readonly top: number }>());
  useLayoutEffect(() => {
    const { offsetLeft = 0, offsetTop = 0, children = [] } = list.current ?? {};
    const items = ([...children] as HTMLElement[]).map((item) => ({
      item,
      id: item.dataset['id'],
      place: { left: item.offsetLeft - offsetLeft, top: item.offsetTop - offsetTop },
    }));
    const before = places.current;
    places.current = new Map(items.map(({ id, place }) => [id, place]));
    // After a search or another filter, most of the items are others.
    if (Math.abs(before.size - items.length) > 1) return;
    for (const { item, id, place } of items) {
      const { left, top } = before.get(id) ?? place;
      const x = Math.sign(left - place.left) * distancePx;
      const y = Math.sign(top - place.top) * distancePx;
      if ((x === 0 && y === 0) || !isInView(item) || isReduced()) continue;
      item.animate({ translate: [`${x}px ${y}px`, '0'], opacity: [0.4, 1] }, timing);
    }
  }, [ids]);
  return list;
}
