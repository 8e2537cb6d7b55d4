import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { cloneElement, useId, useRef, type ReactElement, type ReactNode } from 'react';
import { newTabProps } from '../button/new-tab-props.ts';
import type { IconName } from '../icon/icon-name.ts';
import { Icon } from '../icon/icon.tsx';
import { isPaletteKey } from './palette-key.ts';

export interface PaletteItem {
  id: string;
  label: string;
  icon: IconName;
  /** A word at the end of the row, such as what opens. */
  detail?: string | undefined;
  /** A link to render as the row, for example a router link. */
  render?: ReactElement<Record<string, unknown>> | undefined;
  onSelect?: (() => void) | undefined;
  /** Keeps the palette open when the item is chosen. */
  keepsOpen?: boolean | undefined;
}

export interface CommandPaletteProps {
  /** The accessible name. */
  label: string;
  placeholder: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  query: string;
  onQueryChange: (query: string) => void;
  /** What the query matches, the best first. */
  items: readonly PaletteItem[];
  /** Shown if nothing matches. */
  emptyText: ReactNode;
  /** Below the list: that it is loading, or the result of an item that keeps the palette open. */
  status?: ReactNode;
}

const itemClasses =
  'flex min-h-9 items-center gap-3 rounded-md px-2.5 py-1 outline-none select-none text-body data-highlighted:bg-hover';

/** A search over commands and pages. The arrow keys move the highlight, and Enter chooses. */
export function CommandPalette(props: CommandPaletteProps) {
  const { label, placeholder, open, onOpenChange, query, onQueryChange, items, emptyText, status } = props;
  const hintId = useId();
  /** A chosen item moves the focus itself, for example to the heading of the page that it opens. */
  const hasChosen = useRef(false);
  const choose = ({ onSelect, keepsOpen }: PaletteItem) => {
    onSelect?.();
    if (keepsOpen) return;
    hasChosen.current = true;
    onOpenChange(false);
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        hasChosen.current = false;
        onOpenChange(next);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-30 flex items-start justify-center px-4 pt-[min(14dvh,8rem)] pb-4">
          <Dialog.Popup
            aria-label={label}
            finalFocus={() => !hasChosen.current}
            className="flex max-h-full w-full max-w-[36rem] flex-col overflow-hidden rounded-xl bg-raised shadow-float outline-none transition-[opacity,transform] data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <Autocomplete.Root
              open
              inline
              items={items}
              mode="none"
              autoHighlight="always"
              keepHighlight
              value={query}
              onValueChange={(text, { reason }) => {
                // Choosing an item does not write its label into the field.
                if (reason !== 'item-press') onQueryChange(text);
              }}
              itemToStringValue={({ label: text }: PaletteItem) => text}
            >
              <Autocomplete.InputGroup className="relative flex-none border-b border-line">
                <Icon
                  name="search"
                  className="pointer-events-none absolute inset-y-0 left-4.5 my-auto text-neutral-icon"
                />
                <Autocomplete.Input
                  aria-label={placeholder}
                  aria-describedby={hintId}
                  placeholder={placeholder}
                  spellCheck={false}
                  onKeyDown={(event) => {
                    if (!isPaletteKey(event)) return;
                    event.preventDefault();
                    hasChosen.current = false;
                    // While the palette closes, it still has the focus.
                    onOpenChange(!open);
                  }}
                  className="h-12 w-full bg-transparent pr-4 pl-12 text-base text-strong outline-none placeholder:text-secondary"
                />
              </Autocomplete.InputGroup>
              <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
                <Autocomplete.Empty>
                  <p className="px-5 py-4 text-secondary">{emptyText}</p>
                </Autocomplete.Empty>
                <Autocomplete.List className="scroll-py-2 p-2 data-empty:p-0">
                  {(item: PaletteItem) => <PaletteRow key={item.id} item={item} onChoose={() => choose(item)} />}
                </Autocomplete.List>
              </div>
              <div className="flex min-h-9 flex-none items-center gap-4 border-t border-line px-5 text-xs text-secondary">
                <span role="status" className="min-w-0 flex-1 truncate">
                  {status}
                </span>
                <span id={hintId}>Enter opens, Escape closes</span>
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteRow({ item, onChoose }: { item: PaletteItem; onChoose: () => void }) {
  const { label, icon, detail, render } = item;
  const content = (
    <>
      <Icon name={icon} className="text-neutral-icon" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {detail && <span className="max-w-2/5 truncate text-xs text-secondary">{detail}</span>}
    </>
  );
  return (
    <Autocomplete.Item
      value={item}
      onClick={onChoose}
      className={itemClasses}
      // Replaces the link's own children.
      {...(render && { ...newTabProps(render), render: cloneElement(render, { children: content }) })}
    >
      {content}
    </Autocomplete.Item>
  );
}
