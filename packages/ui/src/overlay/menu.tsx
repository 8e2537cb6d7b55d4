import {
  cloneElement,
  lazy,
  startTransition,
  Suspense,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react';
import { loadIcons } from '../icon/loaded-glyphs.ts';
import type { MenuItem } from './menu-popup.tsx';

export interface MenuTriggerProps {
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
  onPointerEnter?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
  'aria-haspopup'?: 'menu' | undefined;
  'aria-expanded'?: boolean | undefined;
}

export interface MenuProps {
  /** A button; it gets what makes it open the menu. */
  trigger: ReactElement<MenuTriggerProps>;
  items: readonly MenuItem[];
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'bottom' | undefined;
}

const load = () => Promise.all([import('./menu-popup.tsx'), loadIcons()]).then(([popup]) => popup);
const MenuPopup = lazy(load);

/** The popup's machinery is fetched when the trigger is first pointed at or focused, not with the page. */
export function Menu({ trigger, items, align = 'end', side = 'bottom' }: MenuProps) {
  const [from, setFrom] = useState<{ anchor: HTMLElement; byKeyboard: boolean }>();
  const [open, setOpen] = useState(false);
  // Without its code it stays closed, to whatever is pressed meanwhile, and then opens at once: a fallback would be held.
  const show = (anchor: HTMLElement, byKeyboard: boolean) =>
    startTransition(() => {
      setFrom({ anchor, byKeyboard });
      setOpen(true);
    });
  const preload = () => void load();
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onPointerEnter: preload,
        onFocus: preload,
        onClick: (event) => {
          // A click that no pointer made has no detail.
          if (open) setOpen(false);
          else show(event.currentTarget, event.detail === 0);
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          show(event.currentTarget, true);
        },
      })}
      <Suspense>{from && <MenuPopup {...from} {...{ open, items, align, side }} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
