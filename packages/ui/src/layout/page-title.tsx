import type { ReactNode, Ref } from 'react';

export interface PageTitleProps {
  title: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  breadcrumb?: ReactNode;
  badges?: ReactNode;
  /** The heading, so that focus can move to it after a navigation. */
  ref?: Ref<HTMLHeadingElement> | undefined;
}

export function PageTitle({ title, subtitle, actions, breadcrumb, badges, ref }: PageTitleProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-96">
        {breadcrumb && <div className="mb-1 text-sm text-secondary">{breadcrumb}</div>}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 ref={ref} tabIndex={-1} className="min-w-0 text-2xl tracking-tight wrap-anywhere">
            {title}
          </h1>
          {badges && <div className="flex flex-wrap gap-1.5">{badges}</div>}
        </div>
        {subtitle && <p className="mt-1 text-secondary">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-none flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
