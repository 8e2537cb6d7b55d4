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
import { loadIcons } from '../icon/icon-loader.ts';
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
  /** A button. It receives the props that open the menu. */
  trigger: ReactElement<MenuTriggerProps>;
  items: readonly MenuItem[];
  /** Names the entries, above them. */
  heading?: string | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'bottom' | undefined;
}

const loadPopup = () => Promise.all([import('./menu-popup.tsx'), loadIcons()]).then(([popup]) => popup);
const MenuPopup = lazy(loadPopup);

/** The popup is its own chunk, fetched when the trigger is hovered or focused. */
export function Menu({ trigger, items, heading, align = 'end', side = 'bottom' }: MenuProps) {
  const [opener, setOpener] = useState<{ anchor: HTMLElement; openedByKeyboard: boolean }>();
  const [open, setOpen] = useState(false);
  // A transition keeps the menu closed until its chunk has loaded, instead of showing the Suspense fallback.
  const openMenu = (anchor: HTMLElement, openedByKeyboard: boolean) =>
    startTransition(() => {
      setOpener({ anchor, openedByKeyboard });
      setOpen(true);
    });
  const preload = () => void loadPopup();
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onPointerEnter: preload,
        onFocus: preload,
        onClick: (event) => {
          // A click by keyboard has `detail` 0. The second click of a double click, which opened the menu, must not close it.
          if (!open) openMenu(event.currentTarget, event.detail === 0);
          else if (event.detail < 2) setOpen(false);
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          openMenu(event.currentTarget, true);
        },
      })}
      <Suspense>
        {opener && <MenuPopup {...opener} {...{ open, items, heading, align, side }} onOpenChange={setOpen} />}
      </Suspense>
    </>
  );
}
