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

/** Spread on the results of a search. `isReady`: both lists show the results of the current query. */
export const searchResults = (isReady: boolean) => ({ 'data-search-results': isReady ? 'ready' : 'loading' });

/**
 * Opens the first result when Enter is pressed in the search box. Only a result that is shown: opening a user or a workspace writes an
 * audit entry, so it must not be one that staff have not seen.
 */
export function openFirstResultWithEnter(event: KeyboardEvent<HTMLElement>, query: string): void {
  const { target, key, currentTarget, nativeEvent } = event;
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  if (target.type !== 'search' || target.value.trim() !== query) return;
  currentTarget.querySelector<HTMLElement>('[data-search-results=ready] [data-arrow-stop]')?.click();
}
