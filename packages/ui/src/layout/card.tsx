import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface CardProps {
  children: ReactNode;
  title?: ReactNode;
  /** Set 3 for a card in a section that has a heading of its own. Default: 2. */
  headingLevel?: 2 | 3 | undefined;
  description?: ReactNode;
  actions?: ReactNode;
  /** For what cannot be undone. */
  tone?: 'destructive' | undefined;
  /** Removes the padding, for a table or a list. */
  flush?: boolean | undefined;
  /** Shown below the content, for example a `SaveBar`. */
  footer?: ReactNode;
  className?: string | undefined;
}

export function Card(props: CardProps) {
  const { children, title, headingLevel = 2, description, actions, tone, flush = false, footer, className } = props;
  // Without a heading it is no section.
  const Element = title ? 'section' : 'div';
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <Element
      className={classNames(
        'min-w-0 overflow-clip rounded-lg border bg-surface shadow-card',
        tone === 'destructive' ? 'border-error' : 'border-line',
        className,
      )}
    >
      {(title || actions) && (
        <div
          className={classNames(
            'flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-5',
            flush && 'pb-4',
          )}
        >
          <div className="min-w-0 flex-1 basis-40">
            {title && <Heading className="text-lg">{title}</Heading>}
            {description && <p className="mt-0.5 text-secondary">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush ? '' : 'p-5'}>{children}</div>
      {footer}
    </Element>
  );
}
