import { Button, IconButton, moveFocusOnUnmount } from '@portal/ui';
import { useEffect } from 'react';
import type { CardChange } from './use-card-actions.ts';

export interface UndoBarProps {
  change: CardChange;
  onUndo: () => void;
  onClose: () => void;
}

const closeAfterMs = 20_000;

/** Says what the last change of a card did, and offers to undo it. It closes after a while: the card can change it back, too. */
export function UndoBar({ change, onUndo, onClose }: UndoBarProps) {
  useEffect(() => {
    const timer = setTimeout(onClose, closeAfterMs);
    return () => clearTimeout(timer);
  }, [change, onClose]);
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-20 flex justify-center">
      <div
        role="group"
        aria-label="Undo"
        className="pointer-events-auto flex max-w-full items-center gap-1 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-float"
      >
        <p className="mr-2 truncate">{describeChange(change)}</p>
        <Button ref={moveFocusOnUnmount} size="sm" variant="ghost" onClick={onUndo}>
          Undo
        </Button>
        <IconButton ref={moveFocusOnUnmount} size="sm" icon="x" label="Close" onClick={onClose} />
      </div>
    </div>
  );
}

export function describeChange({ workspace: { displayName }, kind, value }: CardChange): string {
  const state = kind === 'favourite' ? 'a favourite' : 'hidden';
  return `“${displayName}” is ${value ? 'now' : 'no longer'} ${state}`;
}
