import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Skeleton } from '../feedback/skeleton.tsx';

/** A `<dl>` with terms on the left and their details on the right. In windows below 400 px the details are below their terms. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return (
    // The minimum width aligns the columns of two lists that are stacked in a narrow window.
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1 max-lg:grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)] max-sm:wrap-truncated max-[25rem]:grid-cols-[minmax(0,1fr)]">
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
          multiline ? 'max-sm:-mt-2' : 'max-[25rem]:-mt-2',
          'min-h-7 min-w-0 content-center wrap-anywhere not-has-[button]:py-1',
          fullWidth,
        )}
      >
        {children}
      </dd>
    </>
  );
}

/** A placeholder for a list whose details are loading, with one line each. */
export const SkeletonDescriptionList = ({ names }: { names: readonly string[] }) => (
  <div aria-hidden>
    <DescriptionList>
      {names.map((name) => (
        <DescriptionItem key={name} name={name}>
          {/* Inline, so that it is on the line of the term. */}
          <Skeleton className="inline-block h-3.5 w-3/5 align-middle" />
        </DescriptionItem>
      ))}
    </DescriptionList>
  </div>
);
