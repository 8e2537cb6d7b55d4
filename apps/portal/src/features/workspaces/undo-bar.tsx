import { Button, moveFocusOnUnmount } from '@portal/ui';
import type { CardChange } from './use-card-actions.ts';

export interface UndoBarProps {
  change: CardChange | undefined;
  onUndo: (change: CardChange) => void;
}

/** Says what the last change of a card did, and offers to undo it. It stays until the next change. */
export function UndoBar({ change, onUndo }: UndoBarProps) {
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-20 flex justify-center">
      <span role="status" className="sr-only">
        {change && textOf(change)}
      </span>
      {change && (
        <p className="pointer-events-auto flex max-w-full items-center gap-3 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-float">
          <span aria-hidden className="truncate">
            {textOf(change)}
          </span>
          <Button size="sm" variant="ghost" ref={moveFocusOnUnmount} onClick={() => onUndo(change)}>
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}

function textOf({ workspace: { displayName }, kind, value }: CardChange): string {
  const state = kind === 'favourite' ? 'a favourite' : 'hidden';
  return `“${displayName}” is ${value ? 'now' : 'no longer'} ${state}`;
}
