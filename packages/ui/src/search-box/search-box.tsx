import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { autofillAttributes } from '../form/autofill.ts';
import { Icon } from '../icon/icon.tsx';

export interface SearchBoxProps {
  label: string;
  placeholder?: string | undefined;
  /** The initial text. A later change replaces the text, except if it is what the user searched for. */
  value?: string | undefined;
  onSearch?: ((text: string) => void) | undefined;
  /** Called after the search if the user pressed Enter. */
  onEnter?: ((text: string) => void) | undefined;
  /** The delay between the last key and the search. */
  debounceMs?: number | undefined;
  /** Whether `/` moves the focus to the box. Users must be able to turn off such a shortcut (WCAG 2.1.4). Default: true. */
  hasShortcut?: boolean | undefined;
  className?: string | undefined;
}

const searchDebounceMs = 50;

export function SearchBox({
  label,
  placeholder,
  value = '',
  onSearch,
  onEnter,
  debounceMs = searchDebounceMs,
  hasShortcut = true,
  className,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  /** Searches that `value` may still follow. It can be behind the text, because the user goes on typing. */
  const [searches, setSearches] = useState<readonly string[]>([]);
  if (lastValue !== value) {
    setLastValue(value);
    const isSearch = searches.includes(value);
    setSearches(isSearch ? searches.slice(searches.indexOf(value) + 1) : []);
    if (!isSearch) setText(value);
  }
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The page may render during the delay, for example with another filter. The search then needs its latest callback.
  const latestOnSearch = useRef(onSearch);
  useEffect(() => {
    latestOnSearch.current = onSearch;
  }, [onSearch]);
  useSlashKey(
    hasShortcut,
    useCallback(() => {
      input.current?.focus();
      // The next key replaces the text.
      input.current?.select();
    }, []),
  );

  const scheduleSearch = (next: string, delayMs: number) => {
    clearTimeout(timer.current);
    setText(next);
    const search = () => {
      setSearches((previous) => [...previous, next]);
      latestOnSearch.current?.(next);
    };
    if (delayMs) timer.current = setTimeout(search, delayMs);
    else search();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      scheduleSearch(event.currentTarget.value, 0);
      onEnter?.(event.currentTarget.value);
    }
    if (event.key === 'Escape') {
      // Prevents Chromium from clearing the input, and a surrounding dialog from closing.
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.blur();
    }
  };
  return (
    <div className={`group relative min-w-0 ${className ?? ''}`}>
      <Icon name="search" className="pointer-events-none absolute inset-y-0 left-3 my-auto text-neutral-icon" />
      <input
        ref={input}
        {...autofillAttributes(undefined)}
        type="search"
        aria-label={label}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        placeholder={placeholder}
        value={text}
        onChange={(event) => scheduleSearch(event.target.value, debounceMs)}
        onKeyDown={onKeyDown}
        className="form-control h-9 pr-9 pl-9 [&::-webkit-search-cancel-button]:appearance-none"
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            scheduleSearch('', 0);
            input.current?.focus();
          }}
          className="absolute inset-y-1.5 right-1.5 grid w-6 place-items-center rounded-sm text-neutral-icon hover:bg-hover"
        >
          <Icon name="x" size={14} />
        </button>
      ) : (
        hasShortcut && (
          <kbd
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto grid size-5 place-items-center rounded-sm border border-neutral font-sans text-xs text-secondary group-focus-within:hidden pointer-coarse:hidden"
          >
            /
          </kbd>
        )
      )}
    </div>
  );
}

/** Elements that handle typed keys themselves, or that cover the page. */
const keyboardTargets =
  'input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu], [role=dialog], [role=alertdialog]';

/** Calls `onSlash` when `/` is pressed outside these elements. */
function useSlashKey(isOn: boolean, onSlash: () => void) {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const keyboardTarget = document.activeElement?.closest(keyboardTargets) ?? null;
      if (event.key !== '/' || keyboardTarget !== null || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      onSlash();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn, onSlash]);
}
