import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../icon/icon.tsx';

export interface SearchBoxProps {
  label: string;
  placeholder?: string | undefined;
  /** The text to begin with, and whatever the caller sets later. */
  value?: string | undefined;
  onSearch: (text: string) => void;
  /** How many milliseconds after the last key it searches by itself. */
  delay?: number | undefined;
  className?: string | undefined;
}

export const searchDebounce = 50;

export function SearchBox({
  label,
  placeholder,
  value = '',
  onSearch,
  delay = searchDebounce,
  className,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [given, setGiven] = useState(value);
  if (given !== value) {
    setGiven(value);
    setText(value);
  }
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useSlashKey(useCallback(() => input.current?.focus(), []));

  const send = (next: string, wait: number) => {
    clearTimeout(timer.current);
    setText(next);
    if (wait) timer.current = setTimeout(() => onSearch(next), wait);
    else onSearch(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send(event.currentTarget.value, 0);
    }
    if (event.key === 'Escape') {
      // Chromium would empty the box, and what lies below would close as well.
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
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={text}
        onChange={(event) => send(event.target.value, delay)}
        onKeyDown={onKeyDown}
        className="control-box h-9 pr-9 pl-9 [&::-webkit-search-cancel-button]:appearance-none"
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            send('', 0);
            input.current?.focus();
          }}
          className="absolute inset-y-1.5 right-1.5 grid w-6 place-items-center rounded-sm text-neutral-icon hover:bg-hover"
        >
          <Icon name="x" size={14} />
        </button>
      ) : (
        <kbd
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto grid size-5 place-items-center rounded-sm border border-neutral font-sans text-xs text-secondary group-focus-within:hidden pointer-coarse:hidden"
        >
          /
        </kbd>
      )}
    </div>
  );
}

/** What is typed into, searched by its first letters, or lies above the page. */
const takesKeys =
  'input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu], [role=dialog], [role=alertdialog]';

/** Calls back for a slash that was not typed into something. */
function useSlashKey(onSlash: () => void) {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const elsewhere = document.activeElement?.closest(takesKeys) ?? null;
      if (event.key !== '/' || elsewhere !== null || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      onSlash();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onSlash]);
}
