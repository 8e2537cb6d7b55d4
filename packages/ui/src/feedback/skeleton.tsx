import { classes } from '../classes.ts';

export interface SkeletonProps {
  /** Its size, as classes. */
  className?: string | undefined;
}

/** Keeps the place of what is loading; it shows only after 150 ms. */
export function Skeleton({ className }: SkeletonProps) {
  return <div aria-hidden className={classes('animate-after-wait rounded-md bg-skeleton', className)} />;
}

export interface SkeletonTextProps {
  lines?: number | undefined;
  className?: string | undefined;
}

const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-3/5'];

export function SkeletonText({ lines = 3, className }: SkeletonTextProps) {
  return (
    <div aria-hidden className={classes('flex flex-col gap-2 py-1', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton
          key={line}
          className={`h-3 ${(line === lines - 1 && lines > 1 ? 'w-3/5' : widths[line % 3]) ?? ''}`}
        />
      ))}
    </div>
  );
}
