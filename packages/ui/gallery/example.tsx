import type { ReactNode } from 'react';
import type { ShownState } from './show-states.ts';

/** One or more states of a component, with its name. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="font-mono text-xs text-secondary">{name}</p>
      {children}
    </div>
  );
}

const shownStates: readonly (readonly [name: string, states: readonly ShownState[]])[] = [
  ['At rest', []],
  ['Hover', ['hover']],
  ['Focus', ['focus-visible']],
  ['Pressed', ['hover', 'active']],
];

/** One control in the states that depend on the pointer and the keyboard. */
export function States({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-4 gap-3">
      {shownStates.map(([name, states]) => (
        <div key={name} className="flex min-w-0 flex-col items-start gap-1">
          <span data-shown={states.join(' ')}>{children}</span>
          <span className="text-xs text-secondary">{name}</span>
        </div>
      ))}
    </div>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
