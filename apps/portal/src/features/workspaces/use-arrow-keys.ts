import { useState, type FocusEvent, type KeyboardEvent } from 'react';

/** The props of the controls of an item: the Tab key skips those of all items but the current one. */
export const tabStopProps = (isCurrent: boolean) => (isCurrent ? {} : { tabIndex: -1 });

/** The hint that the Tab key reaches only one item. */
export const arrowKeysHintId = 'arrow-keys-hint';

/** The links that the arrow keys move between: the create tile and the workspaces. */
const stops = '.create-tile, [data-launch]';

/** The element that the arrow key moves to, from the one at `index`. */
function neighbourOf(items: readonly HTMLElement[], index: number, key: string): HTMLElement | undefined {
  // The first workspace, not the create tile, which is a stop of the Tab key.
  if (key === 'Home') return items.find((item) => item.dataset['launch'] !== undefined);
  if (key === 'End') return items.at(-1);
  if (key === 'ArrowLeft') return items[index - 1];
  if (key === 'ArrowRight') return items[index + 1];
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const cards = items.map((item) => item.closest('li')?.getBoundingClientRect());
  const current = cards[index];
  const isInColumn = (rect: DOMRect | undefined) => rect?.left === current?.left;
  const isBelow = key === 'ArrowDown';
  const target = isBelow
    ? cards.findIndex((rect, other) => other > index && isInColumn(rect))
    : cards.findLastIndex((rect, other) => other < index && isInColumn(rect));
  // The last row of a grid can be shorter: the column may have no further card.
  return items[target] ?? (isBelow && isAbove(current, cards.at(-1)) ? items.at(-1) : undefined);
}

const isAbove = (a: DOMRect | undefined, b: DOMRect | undefined) => a !== undefined && b !== undefined && a.top < b.top;

/**
 * Makes the workspaces of a list one stop of the Tab key: the arrow keys, Home and End move between their launch links, and
 * between them and the create tile. `ids` are the ids of the rendered items, each in the `data-id` of its `li`.
 */
export function useArrowKeys(ids: readonly string[]) {
  const [lastFocused, setLastFocused] = useState<string>();
  const currentId = lastFocused !== undefined && ids.includes(lastFocused) ? lastFocused : ids[0];
  const onFocus = ({ target }: FocusEvent) => {
    const id = target.closest('li')?.dataset['id'];
    if (id !== undefined) setLastFocused(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { currentTarget: list, target, key } = event;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    // A menu handles its own keys. Its events arrive here through its portal.
    if (event.defaultPrevented || hasModifier || !(target instanceof Element) || !list.contains(target)) return;
    const items = [...list.querySelectorAll<HTMLElement>(stops)];
    const index = items.findIndex((item) => item.closest('li')?.contains(target));
    const next = index < 0 ? undefined : neighbourOf(items, index, key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return { currentId, listProps: { onFocus, onKeyDown } };
}
