import { Card, Checkbox } from '@portal/ui';
import { useState } from 'react';
import { paletteKeyLabel } from '../../lib/palette-key.ts';
import { hasSearchShortcut, saveSearchShortcut } from '../../lib/search-shortcut.ts';

const shortcuts = [
  { keys: [paletteKeyLabel], effect: 'Search workspaces, pages and commands' },
  { keys: ['/'], effect: 'Go to the search field of the page' },
  { keys: ['↑', '↓', '←', '→'], effect: 'Move between workspaces, and through menus and results' },
  { keys: ['Enter'], effect: 'Open the first result of a search' },
  { keys: ['Esc'], effect: 'Close a dialog, a menu or the search' },
];

/** The shortcuts of the portal. The single key can be turned off, which is saved at once in this browser. */
export function KeyboardShortcuts() {
  const [isOn, setOn] = useState(hasSearchShortcut);
  return (
    <Card title="Shortcuts">
      <dl className="mb-5 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2">
        {shortcuts.map(({ keys, effect }) => (
          <div key={effect} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="key-cap">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Press / to search"
        hint="Applies to this browser only. Turn it off if you use speech input, or if you often press the key by accident."
        checked={isOn}
        onChange={(next) => {
          saveSearchShortcut(next);
          setOn(next);
        }}
      />
    </Card>
  );
}
