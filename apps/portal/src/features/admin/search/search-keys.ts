import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Spread on a link that the arrow keys can focus. */
export const arrowKeyStop = { 'data-arrow-stop': '' };

/** Moves the focus between the search box and the results with the up and down keys. */
export function moveFocusWithArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], [data-arrow-stop]')];
  const from = stops.findIndex((stop) => stop === document.activeElement);
  const next = from === -1 ? undefined : stops[from + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The text of the search box in which Enter was pressed. */
export function textOfEnter({ key, target, nativeEvent }: KeyboardEvent): string | undefined {
  const isSearchBox = target instanceof HTMLInputElement && target.type === 'search';
  return key === 'Enter' && !nativeEvent.isComposing && isSearchBox ? target.value.trim() : undefined;
}
