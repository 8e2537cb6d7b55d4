import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** A `<dl>` with terms on the left and their details on the right. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return (
    // The minimum width aligns the columns of two lists that are stacked in a narrow window.
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1 max-lg:grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)] max-sm:wrap-truncated">
      {children}
    </dl>
  );
}

export interface DescriptionItemProps {
  name: string;
  /** For long content: on a phone it is shown below the name. */
  multiline?: boolean | undefined;
  children: ReactNode;
}

export function DescriptionItem({ name, multiline = false, children }: DescriptionItemProps) {
  const fullWidth = multiline && 'max-sm:col-span-full';
  return (
    <>
      <dt className={classNames('flex min-h-7 items-center text-secondary', fullWidth)}>{name}</dt>
      <dd
        className={classNames(
          multiline && 'max-sm:-mt-2',
          'min-h-7 min-w-0 content-center wrap-anywhere not-has-[button]:py-1',
          fullWidth,
        )}
      >
        {children}
      </dd>
    </>
  );
}
