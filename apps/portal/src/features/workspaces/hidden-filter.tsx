import { Button, FilterPill } from '@portal/ui';
import { useEffect, useRef } from 'react';

export interface HiddenFilterProps {
  /** How many workspaces are hidden. */
  count: number;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Brings the hidden workspaces into the list, and takes them out again. */
export function HiddenFilter({ count, on, onChange }: HiddenFilterProps) {
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const change = (next: boolean) => {
    pressed.current = true;
    onChange(next);
  };
  // One button takes the place of the other; who pressed it stays where they were.
  useEffect(() => {
    if (pressed.current) place.current?.querySelector('button')?.focus();
  }, [on]);
  return (
    <div ref={place} className="flex h-9 items-center">
      {on ? (
        <FilterPill
          name={`With ${count} hidden`}
          removeLabel="Leave the hidden ones out"
          onRemove={() => change(false)}
        />
      ) : (
        <Button size="sm" variant="ghost" onClick={() => change(true)}>
          Show hidden ({count})
        </Button>
      )}
    </div>
  );
}
