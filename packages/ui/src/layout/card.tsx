import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

export interface CardProps {
  children: ReactNode;
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Without inner space, for a table or a list that reaches the edges. */
  flush?: boolean | undefined;
  /** What stands at its foot, such as the bar with a form's buttons. */
  footer?: ReactNode;
  className?: string | undefined;
}

export function Card({ children, title, description, actions, flush = false, footer, className }: CardProps) {
  return (
    <section
      className={classes('min-w-0 overflow-clip rounded-lg border border-line bg-surface shadow-card', className)}
    >
      {(title || actions) && (
        <div
          className={classes('flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-5', flush && 'pb-4')}
        >
          <div className="min-w-0 flex-1 basis-40">
            {title && <h2 className="text-lg">{title}</h2>}
            {description && <p className="mt-0.5 text-secondary">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush ? '' : 'p-5'}>{children}</div>
      {footer}
    </section>
  );
}
