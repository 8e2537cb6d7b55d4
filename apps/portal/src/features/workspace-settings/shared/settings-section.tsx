import type { ReactNode } from 'react';
import type { SectionId } from '../../../components/settings-nav/settings-sections.ts';
import { useScrollTarget } from '../../../components/settings-nav/use-scroll-target.ts';

export interface SettingsSectionProps {
  id: SectionId;
  title: string;
  /** Shows the title to screen readers only and no description, if the page has the same. */
  hideTitle?: boolean;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of the settings, to which the list at the side links. */
export function SettingsSection({
  id,
  title,
  hideTitle = false,
  description,
  actions,
  children,
}: SettingsSectionProps) {
  return (
    <section ref={useScrollTarget(id)} id={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      {hideTitle ? (
        <>
          <h2 className="sr-only">{title}</h2>
          {actions}
        </>
      ) : (
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <div className="min-w-0 flex-1 basis-60">
            <h2 className="text-xl">{title}</h2>
            {description && <p className="mt-0.5 text-secondary">{description}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
