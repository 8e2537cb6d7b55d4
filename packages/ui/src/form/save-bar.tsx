import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface SaveBarProps {
  /** Whether the form has unsaved changes. The bar is dimmed if not. Leave it out for a form that creates something. */
  dirty?: boolean | undefined;
  message?: ReactNode;
  /** Shown while the form has no unsaved changes. */
  note?: ReactNode;
  children: ReactNode;
}

/** The footer of a form card with its buttons. It is sticky while the form has unsaved changes. */
export function SaveBar({ dirty, message = 'Unsaved changes.', note, children }: SaveBarProps) {
  return (
    <div
      {...(dirty && { role: 'region', 'aria-label': 'Unsaved changes' })}
      data-dimmed={dirty === false || undefined}
      className={classNames(
        'flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-5 py-3 transition-colors',
        dirty === false && 'bg-page',
        // Not sticky in a low window, where it would cover the focused field.
        dirty && 'bottom-(--save-bar-bottom,0px) z-20 bg-raised [@media(min-height:30rem)]:sticky',
      )}
    >
      <span
        role="status"
        // In a narrow window it has no room beside the buttons, which must not move when it appears.
        // Two lines of this size are as high as a button.
        className={classNames('min-w-0 flex-1 basis-32 text-sm text-secondary', (dirty || !note) && 'max-sm:sr-only')}
      >
        {dirty ? message : note}
      </span>
      <div className="flex flex-wrap justify-end gap-2">{children}</div>
    </div>
  );
}
