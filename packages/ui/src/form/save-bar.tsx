import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

export interface SaveBarProps {
  /** Whether there is something to save. */
  open: boolean;
  message?: ReactNode;
  /** The buttons stand at the form's foot also while there is nothing to save. */
  keepButtons?: boolean | undefined;
  children: ReactNode;
}

/** Stays at the foot of a form while it holds changes that are not saved. */
export function SaveBar({ open, message = 'You have unsaved changes.', keepButtons = false, children }: SaveBarProps) {
  if (!open && !keepButtons) return null;
  return (
    <div
      {...(open && { role: 'region', 'aria-label': 'Unsaved changes' })}
      className={classes(
        'flex items-center gap-4 rounded-lg py-2.5 pr-2.5 pl-4',
        open && 'sticky bottom-(--save-bar-bottom,1rem) z-20 animate-appear bg-raised shadow-float',
      )}
    >
      <span role="status" className="min-w-0 flex-1 text-body">
        {open && message}
      </span>
      <div className="flex gap-2">{children}</div>
    </div>
  );
}
