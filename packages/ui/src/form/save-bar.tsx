import type { ReactNode } from 'react';

export interface SaveBarProps {
  /** Whether there is something to save. */
  open: boolean;
  message?: ReactNode;
  children: ReactNode;
}

/** Stays at the foot of a form while it holds changes that are not saved. */
export function SaveBar({ open, message = 'You have unsaved changes.', children }: SaveBarProps) {
  if (!open) return null;
  return (
    <div
      role="region"
      aria-label="Unsaved changes"
      className="sticky bottom-4 z-20 flex animate-appear items-center gap-4 rounded-lg bg-raised py-2.5 pr-2.5 pl-4 shadow-float"
    >
      <span role="status" className="min-w-0 flex-1 text-body">
        {message}
      </span>
      <div className="flex gap-2">{children}</div>
    </div>
  );
}
