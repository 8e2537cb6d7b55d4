import { Card, Checkbox } from '@portal/ui';
import { useState } from 'react';
import { hasSearchShortcut, saveSearchShortcut } from '../../lib/search-shortcut.ts';

/** Saved at once, in this browser. */
export function KeyboardShortcuts() {
  const [isOn, setOn] = useState(hasSearchShortcut);
  return (
    <Card title="Keyboard" description="For this browser.">
      <Checkbox
        label="Press / to search"
        hint="Turn it off if you use speech input, or if you often press the key by accident."
        checked={isOn}
        onChange={(next) => {
          saveSearchShortcut(next);
          setOn(next);
        }}
      />
    </Card>
  );
}
