import type { ReactNode } from 'react';

/** One or more states of a component, with its name. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="font-mono text-xs text-secondary">{name}</p>
      {children}
    </div>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
