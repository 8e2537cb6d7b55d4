import { Skeleton, type SkeletonProps } from './skeleton.tsx';

/** A labelled control. */
export function SkeletonField({ className = 'h-9' }: SkeletonProps) {
  return (
    <div className="grid gap-1.5">
      <Skeleton className="h-4.5 w-24" />
      <Skeleton className={className} />
    </div>
  );
}
