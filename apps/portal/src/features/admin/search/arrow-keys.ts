import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Marks a link as a stop of the arrow keys. */
export const arrowStop = { 'data-arrow-stop': '' };

/** Up and down lead from the search box through what was found, and back. */
export function followArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], [data-arrow-stop]')];
  const from = stops.findIndex((stop) => stop === document.activeElement);
  const next = from === -1 ? undefined : stops[from + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
