import { Button, FilterPill } from '@portal/ui';
import { useEffect, useRef } from 'react';

export interface HiddenFilterProps {
  /** The number of hidden workspaces, or 0 while they are loading. */
  count: number;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Shows and hides the hidden workspaces in the list. */
export function HiddenFilter({ count, isOn, onChange }: HiddenFilterProps) {
  const container = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  const change = (next: boolean) => {
    wasPressed.current = true;
    onChange(next);
  };
  // Focuses the button that replaces the pressed one.
  useEffect(() => {
    if (wasPressed.current) container.current?.querySelector('button')?.focus();
  }, [isOn]);
  return (
    <div ref={container} className="flex h-9 items-center">
      {count > 0 &&
        (isOn ? (
          <FilterPill
            name={`Including ${count} hidden`}
            removeLabel="Exclude hidden workspaces"
            onRemove={() => change(false)}
          />
        ) : (
          <Button size="sm" variant="ghost" onClick={() => change(true)}>
            Show hidden ({count})
          </Button>
        ))}
    </div>
  );
}
