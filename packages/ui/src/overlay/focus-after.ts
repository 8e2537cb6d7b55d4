import { useLayoutEffect } from 'react';

const triggerIn = (item: Element | null | undefined) =>
  item?.querySelector<HTMLElement>('[aria-haspopup=menu]') ?? item?.querySelector<HTMLElement>('a, button');

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
      const item = trigger.closest('li, tr');
      const [next, before] = [item?.nextElementSibling, item?.previousElementSibling];
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        [triggerIn(next), triggerIn(before)].find((near) => near?.isConnected)?.focus();
      });
    },
    [trigger],
  );
}
