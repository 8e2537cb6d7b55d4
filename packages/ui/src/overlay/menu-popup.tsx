import {
  cloneElement,
  useLayoutEffect,
  useRef,
  type FocusEvent as ReactFocusEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import { focusFallback, focusTargetNear } from '../focus/focus.ts';
import type { IconName } from '../icon/icon-name.ts';
import { Icon } from '../icon/icon.tsx';
import { Truncate } from '../text/truncate.tsx';

export interface MenuEntry {
  label: ReactNode;
  /** The text for type-ahead and the React key, if `label` is not a string. */
  text?: string | undefined;
  icon?: IconName | undefined;
  onSelect?: (() => void) | undefined;
  /** A link to render as the entry, for example a router link. */
  render?: ReactElement<Record<string, unknown>> | undefined;
  destructive?: boolean | undefined;
  disabled?: boolean | undefined;
  submenu?: readonly MenuItem[] | undefined;
}

export type MenuItem = MenuEntry | 'separator';

export interface MenuPopupProps {
  anchor: HTMLElement;
  open: boolean;
  /** Focuses the first entry. */
  openedByKeyboard: boolean;
  items: readonly MenuItem[];
  heading: string | undefined;
  align: 'start' | 'center' | 'end';
  side: 'top' | 'bottom';
  onOpenChange: (open: boolean) => void;
}

const submenuCloseDelayMs = 300;

const popupClasses =
  'min-w-44 max-w-[280px] max-h-(--available-height) overflow-y-auto rounded-lg bg-raised p-1 shadow-float outline-none ' +
  'origin-(--transform-origin) transition-[opacity,transform] data-starting-style:scale-97 data-starting-style:opacity-0 ' +
  'data-ending-style:pointer-events-none data-ending-style:opacity-0';

const entryClasses =
  'flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 py-1 text-base outline-none select-none ' +
  'data-disabled:opacity-50 data-highlighted:not-data-disabled:bg-hover data-popup-open:bg-hover';

export default function MenuPopup(props: MenuPopupProps) {
  const { anchor, open, openedByKeyboard, items, heading, align, side, onOpenChange } = props;
  const hasFocusedEntry = useRef(false);
  useLayoutEffect(() => {
    if (open) return;
    hasFocusedEntry.current = false;
    // The popup stays in the document while it fades out. With the focus, it would swallow the next keys.
    if (document.activeElement?.closest('[role=menu]')) anchor.focus({ preventScroll: true });
  }, [open, anchor]);
  useMenuFocusFallback(anchor);
  const focusFirstEntry = ({ target, currentTarget }: ReactFocusEvent<HTMLElement>) => {
    if (!openedByKeyboard || hasFocusedEntry.current || target !== currentTarget) return;
    hasFocusedEntry.current = true;
    currentTarget.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus();
  };
  return (
    <BaseMenu.Root
      open={open}
      modal
      onOpenChange={(next, details) => {
        const { event, reason } = details;
        const target = event instanceof FocusEvent ? event.relatedTarget : event.target;
        const isOnTrigger = target instanceof Node && anchor.contains(target);
        // The trigger handles clicks on itself: closing here would make it open the menu again.
        if (!next && isOnTrigger && reason !== 'escape-key') details.cancel();
        else onOpenChange(next);
      }}
    >
      <BaseMenu.Portal>
        <BaseMenu.Positioner anchor={anchor} align={align} side={side} sideOffset={4} className="z-40 outline-none">
          <BaseMenu.Popup finalFocus={false} onFocus={focusFirstEntry} className={popupClasses}>
            {heading === undefined ? (
              <MenuEntries items={items} />
            ) : (
              <BaseMenu.Group>
                <BaseMenu.GroupLabel className="-mx-1 mb-1 border-b border-line px-3 pt-1 pb-2 text-sm wrap-anywhere text-secondary">
                  {heading}
                </BaseMenu.GroupLabel>
                <MenuEntries items={items} />
              </BaseMenu.Group>
            )}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

function MenuEntries({ items }: { items: readonly MenuItem[] }) {
  return items.map((item, index) =>
    item === 'separator' ? (
      <BaseMenu.Separator key={index} className="-mx-1 my-1 h-px bg-(--shade-border)" />
    ) : (
      <Entry key={item.text ?? (typeof item.label === 'string' ? item.label : index)} entry={item} />
    ),
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const { icon, label, destructive, disabled, submenu, render, onSelect } = entry;
  const className = `${entryClasses} ${destructive ? 'text-error' : 'text-body'}`;
  const content = (
    <>
      {icon && <Icon name={icon} className={destructive ? 'text-error-icon' : 'text-neutral-icon'} />}
      <Truncate lines={2} className="flex-1">
        {label}
      </Truncate>
    </>
  );
  if (submenu) {
    return (
      <BaseMenu.SubmenuRoot>
        <BaseMenu.SubmenuTrigger
          className={className}
          closeDelay={submenuCloseDelayMs}
          label={entry.text}
          disabled={disabled}
        >
          {content}
          <Icon name="chevron-right" size={14} className="text-neutral-icon" />
        </BaseMenu.SubmenuTrigger>
        <BaseMenu.Portal>
          <BaseMenu.Positioner sideOffset={2} alignOffset={-4} className="z-40 outline-none">
            <BaseMenu.Popup className={popupClasses}>
              <MenuEntries items={submenu} />
            </BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.SubmenuRoot>
    );
  }
  if (render && !disabled) {
    // Replaces the link's own children, which would push the icon out.
    const link = cloneElement(render, { children: content });
    return <BaseMenu.LinkItem className={className} render={link} closeOnClick label={entry.text} onClick={onSelect} />;
  }
  return (
    <BaseMenu.Item className={className} disabled={disabled} label={entry.text} onClick={onSelect}>
      {content}
    </BaseMenu.Item>
  );
}

const findMenuTrigger = (item: HTMLElement) =>
  item.querySelector<HTMLElement>('[aria-haspopup=menu]') ?? item.querySelector<HTMLElement>('a, button');

/**
 * Selecting an entry may remove the list item that the menu belongs to, together with the focused element. The focus
 * then moves to the menu of the next item, else of the previous one.
 */
function useMenuFocusFallback(trigger: HTMLElement): void {
  // The cleanup of a layout effect runs while the elements are still in the document.
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement;
      if (focused !== trigger && !focused?.closest('[role=menu]')) return;
      focusFallback(focusTargetNear(trigger.closest('li, tr') ?? trigger, findMenuTrigger));
    },
    [trigger],
  );
}
