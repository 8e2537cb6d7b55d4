import type { ReactNode } from 'react';
import { moveFocusOnUnmount } from '../focus/focus.ts';

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
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-sm:gap-y-2">
        {/* Inline, so that the badges follow the last word of a title that wraps. */}
        <div className="min-w-0 flex-1 basis-56 text-2xl/9 wrap-anywhere">
          {/* A loading page also has a heading, which may have the focus when the loaded page replaces it. */}
          <h1
            ref={moveFocusOnUnmount}
            tabIndex={-1}
            className={badges ? 'mr-3 inline tracking-tight' : 'inline tracking-tight'}
          >
            {title}
          </h1>
          {badges && <span className="inline-flex flex-wrap gap-1.5 align-[0.15em]">{badges}</span>}
        </div>
        {/* A full line below the actions; in a narrow window above them, because they wrap below the title. */}
        {subtitle && <p className="min-w-0 basis-full text-secondary sm:order-last sm:-mt-2.5">{subtitle}</p>}
        {actions && (
          <div className="flex max-w-full flex-none flex-wrap gap-2 max-sm:has-[input]:w-full">{actions}</div>
        )}
      </div>
    </div>
  );
}
