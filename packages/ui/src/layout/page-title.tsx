import type { ReactNode } from 'react';
import { handFocusOn } from '../focus/pass-focus.ts';

export interface PageTitleProps {
  title: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  breadcrumb?: ReactNode;
  badges?: ReactNode;
}

export function PageTitle({ title, subtitle, actions, breadcrumb, badges }: PageTitleProps) {
  return (
    <div>
      {breadcrumb && <div className="mb-1 text-sm text-secondary">{breadcrumb}</div>}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-[30rem]:gap-y-2">
        {/* The badges come after the last word, also where a long title takes more than a line. */}
        <div className="min-w-0 flex-1 basis-96 text-2xl/9 wrap-anywhere">
          {/* What stands in for a page until it is there has a heading of its own, which takes the focus of a navigation. */}
          <h1
            ref={handFocusOn}
            tabIndex={-1}
            className={badges ? 'mr-3 inline tracking-tight' : 'inline tracking-tight'}
          >
            {title}
          </h1>
          {badges && <span className="inline-flex flex-wrap gap-1.5 align-[0.15em]">{badges}</span>}
        </div>
        {/* It has the whole line: below the actions, but on a phone, where they don't fit beside the title, above them. */}
        {subtitle && (
          <p className="min-w-0 basis-full text-secondary min-[30rem]:order-last min-[30rem]:-mt-2.5">{subtitle}</p>
        )}
        {actions && (
          <div className="flex max-w-full flex-none flex-wrap gap-2 max-sm:has-[input]:w-full">{actions}</div>
        )}
      </div>
    </div>
  );
}
