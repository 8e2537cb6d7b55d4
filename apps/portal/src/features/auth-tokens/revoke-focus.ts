import { useMemo, useRef } from 'react';

const isFree = () => document.activeElement === document.body;

const buttonIn = (row: Element | null) => (row?.isConnected ? row.querySelector<HTMLElement>('button') : null);

interface Place {
  readonly next: Element | null;
  readonly before: Element | null;
  /** Where the focus went from it. */
  wentTo?: HTMLElement | null;
}

/** Keeps the focus near a token that moves to the other table with the button that was pressed. */
export function useRevokeFocus() {
  const heading = useRef<HTMLElement>(null);
  const left = useRef(new Map<string, Place>());
  return useMemo(() => {
    const press = (tokenId: string, button: HTMLElement) => {
      const row = button.closest('tr');
      left.current.set(tokenId, {
        next: row?.nextElementSibling ?? null,
        before: row?.previousElementSibling ?? null,
      });
    };
    /** To the button of the next row, else of the one before, else to the heading of the table. */
    const leave = (tokenId: string) => {
      const place = left.current.get(tokenId);
      if (!place || !isFree()) return;
      place.wentTo = buttonIn(place.next) ?? buttonIn(place.before) ?? heading.current;
      place.wentTo?.focus();
    };
    /** To the button that tries again, unless somebody has gone elsewhere. */
    const comeBack = (tokenId: string, retry: HTMLElement) => {
      const place = left.current.get(tokenId);
      if (!place) return;
      left.current.delete(tokenId);
      if (isFree() || document.activeElement === place.wentTo) retry.focus();
    };
    return { heading, press, leave, comeBack };
  }, []);
}

export type RevokeFocus = ReturnType<typeof useRevokeFocus>;
