import type { ReactNode } from 'react';

export interface FieldRowProps {
  /** The fields. Each has the class `flex-1`, or a width. */
  children: ReactNode;
  /** The buttons of the form. */
  actions: ReactNode;
}

/**
 * Fields in one line, with the buttons of their form after them, level with the inputs. Without the space for that, the fields
 * fill the width, and the buttons are below them, at the distance of another row.
 */
export const FieldRow = ({ children, actions }: FieldRowProps) => (
  <div className="@container min-w-0">
    <div className="grid gap-x-3 gap-y-2 @2xl:flex @2xl:items-start">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] items-start gap-x-3 gap-y-2 @2xl:contents">
        {children}
      </div>
      <div className="mb-5 flex flex-wrap gap-2 @2xl:mb-0 @2xl:flex-none @2xl:pt-6">{actions}</div>
    </div>
  </div>
);
