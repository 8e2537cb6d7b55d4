import { cloneElement, useRef, type FocusEvent as ReactFocusEvent, type ReactElement, type ReactNode } from 'react';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { IconName } from '../icon/icon-name.ts';
import { Icon } from '../icon/icon.tsx';
import { Truncate } from '../text/truncate.tsx';
import { useFocusAfter } from './focus-after.ts';

export interface MenuEntry {
  label: ReactNode;
  /** What type-ahead matches and keys are made of, where the label is more than a text. */
  text?: string | undefined;
  icon?: IconName | undefined;
  onSelect?: (() => void) | undefined;
  /** A link that the entry is, such as a router's. */
  render?: ReactElement<Record<string, unknown>> | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  submenu?: readonly MenuItem[] | undefined;
}

export type MenuItem = MenuEntry | 'separator';

export interface MenuPopupProps {
  anchor: HTMLElement;
  open: boolean;
  /** Opened without a pointer: the first entry takes the focus. */
  byKeyboard: boolean;
  items: readonly MenuItem[];
  align: 'start' | 'center' | 'end';
  side: 'top' | 'bottom';
  onOpenChange: (open: boolean) => void;
}

const submenuCloseDelay = 300;

const popupLook =
  'min-w-44 max-w-[280px] max-h-(--available-height) overflow-y-auto rounded-lg bg-raised p-1 shadow-float outline-none ' +
  'origin-(--transform-origin) transition-[opacity,transform] data-starting-style:scale-97 data-starting-style:opacity-0 ' +
  'data-ending-style:opacity-0';

const entryLook =
  'flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 py-1 text-base outline-none select-none ' +
  'data-disabled:opacity-50 data-highlighted:not-data-disabled:bg-hover data-popup-open:bg-hover';

export default function MenuPopup(props: MenuPopupProps) {
  const { anchor, open, byKeyboard, items, align, side, onOpenChange } = props;
  const entered = useRef(false);
  useFocusAfter(anchor);
  const enter = ({ target, currentTarget }: ReactFocusEvent<HTMLElement>) => {
    if (!byKeyboard || entered.current || target !== currentTarget) return;
    entered.current = true;
    currentTarget.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus();
  };
  return (
    <BaseMenu.Root
      open={open}
      modal
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) entered.current = false;
      }}
      onOpenChange={(next, details) => {
        const { event } = details;
        const target = event instanceof FocusEvent ? event.relatedTarget : event.target;
        // A press on the trigger is the trigger's to answer: it would close the menu here and open it again there.
        if (!next && target instanceof Node && anchor.contains(target)) details.cancel();
        else onOpenChange(next);
      }}
    >
      <BaseMenu.Portal>
        <BaseMenu.Positioner anchor={anchor} align={align} side={side} sideOffset={4} className="z-40 outline-none">
          <BaseMenu.Popup finalFocus={() => anchor} onFocus={enter} className={popupLook}>
            <Entries items={items} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

function Entries({ items }: { items: readonly MenuItem[] }) {
  return items.map((item, at) =>
    item === 'separator' ? (
      <BaseMenu.Separator key={at} className="-mx-1 my-1 h-px bg-(--shade-border)" />
    ) : (
      <Entry key={item.text ?? (typeof item.label === 'string' ? item.label : at)} entry={item} />
    ),
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const { icon, label, danger, disabled, submenu, render, onSelect } = entry;
  const look = `${entryLook} ${danger ? 'text-error' : 'text-body'}`;
  const content = (
    <>
      {icon && <Icon name={icon} className={danger ? 'text-error-icon' : 'text-neutral-icon'} />}
      <Truncate lines={2} className="flex-1">
        {label}
      </Truncate>
    </>
  );
  if (submenu) {
    return (
      <BaseMenu.SubmenuRoot>
        <BaseMenu.SubmenuTrigger className={look} closeDelay={submenuCloseDelay} label={entry.text} disabled={disabled}>
          {content}
          <Icon name="chevron-right" size={14} className="text-neutral-icon" />
        </BaseMenu.SubmenuTrigger>
        <BaseMenu.Portal>
          <BaseMenu.Positioner sideOffset={2} alignOffset={-4} className="z-40 outline-none">
            <BaseMenu.Popup className={popupLook}>
              <Entries items={submenu} />
            </BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.SubmenuRoot>
    );
  }
  if (render && !disabled) {
    // What the link element holds by itself would push the icon out.
    const link = cloneElement(render, { children: content });
    return <BaseMenu.LinkItem className={look} render={link} closeOnClick label={entry.text} onClick={onSelect} />;
  }
  return (
    <BaseMenu.Item className={look} disabled={disabled} label={entry.text} onClick={onSelect}>
      {content}
    </BaseMenu.Item>
  );
}
