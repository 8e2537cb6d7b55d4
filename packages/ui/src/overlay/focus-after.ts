import { useLayoutEffect } from 'react';
import { passFocus } from '../focus/pass-focus.ts';
import { nextTo } from '../focus/rows.ts';

const triggerIn = (item: HTMLElement) =>
  item.querySelector<HTMLElement>('[aria-haspopup=menu]') ?? item.querySelector<HTMLElement>('a, button');

/**
 * An entry of a menu may take away the thing of a list that the menu belongs to, and with it whatever had the focus: that
 * goes to the menu of the next thing, else to that of the one before.
 */
export function useFocusAfter(trigger: HTMLElement): void {
  // Nothing has gone yet when this is cleaned up.
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement;
      if (focused !== trigger && !focused?.closest('[role=menu]')) return;
      passFocus(nextTo(trigger.closest('li, tr') ?? trigger, triggerIn));
    },
    [trigger],
  );
}
