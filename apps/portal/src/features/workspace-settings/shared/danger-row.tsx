import type { ReactNode } from 'react';
import { useScrollTarget } from '../../../components/settings-nav/use-scroll-target.ts';

export interface DangerRowProps {
  /** The fragment of links to the row. */
  id?: string | undefined;
  title: string;
  description: ReactNode;
  /** The button that starts the action. */
  action: ReactNode;
  /** An error above the row. */
  error?: ReactNode;
  /** The dialog that asks for confirmation. */
  children?: ReactNode;
}

/** An action of the danger zone: what it does at the left, its button at the right. */
export function DangerRow({ id, title, description, action, error, children }: DangerRowProps) {
  return (
    <section ref={useScrollTarget(id)} id={id} className="grid gap-3 px-5 py-4">
      <div className="empty:hidden">{error}</div>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="text-base">{title}</h3>
          <p className="mt-0.5 max-w-prose text-secondary wrap-anywhere">{description}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
