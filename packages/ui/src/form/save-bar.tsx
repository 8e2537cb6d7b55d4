import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

export interface SaveBarProps {
  /** Whether there is something to save that would be lost. */
  changed?: boolean | undefined;
  message?: ReactNode;
  /** What there is to say while nothing is changed. */
  note?: ReactNode;
  children: ReactNode;
}

/** The foot of a form's card with its buttons. While there is something to save it stays in sight, however long the form. */
export function SaveBar({ changed = false, message = 'You have unsaved changes.', note, children }: SaveBarProps) {
  return (
    <div
      {...(changed && { role: 'region', 'aria-label': 'Unsaved changes' })}
      className={classes(
        'flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-5 py-3',
        // In a low window it would hide what is being typed.
        changed && 'bottom-(--save-bar-bottom,0px) z-20 bg-raised [@media(min-height:30rem)]:sticky',
      )}
    >
      <span role="status" className="min-w-0 flex-1 basis-32 text-secondary">
        {changed ? message : note}
      </span>
      <div className="flex flex-wrap justify-end gap-2">{children}</div>
    </div>
  );
}
