import { classNames } from '../class-names.ts';

export interface SkeletonProps {
  /** Classes that set the size. */
  className?: string | undefined;
}

/** A placeholder for content that is loading. It becomes visible after 150 ms. */
export function Skeleton({ className }: SkeletonProps) {
  return <div aria-hidden className={classNames('animate-skeleton rounded-md bg-skeleton', className)} />;
}

export interface SkeletonTextProps {
  lines?: number | undefined;
  className?: string | undefined;
}

const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-3/5'];

export function SkeletonText({ lines = 3, className }: SkeletonTextProps) {
  return (
    <div aria-hidden className={classNames('flex flex-col gap-2 py-1', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton
          key={line}
          className={`h-3 ${(line === lines - 1 && lines > 1 ? 'w-3/5' : widths[line % 3]) ?? ''}`}
        />
      ))}
    </div>
  );
}

/** A placeholder for a field with its label and the space for its message. */
export function SkeletonField({ className = 'h-9' }: SkeletonProps) {
  return (
    <div className="grid gap-1.5">
      <Skeleton className="h-4.5 w-24" />
      <Skeleton className={className} />
      <div className="field-message" />
    </div>
  );
}
