import { Skeleton, SkeletonField } from '@portal/ui';

/** As tall as the filters. */
export const ActivityFiltersSkeleton = () => (
  <div aria-hidden className="activity-filters">
    {[0, 1, 2, 3, 4].map((field) => (
      <SkeletonField key={field} />
    ))}
  </div>
);

const widths = ['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5'];

/** A day of entries. */
export const ActivityEntriesSkeleton = () => (
  <div aria-hidden className="grid min-h-96 content-start">
    <div className="border-b border-line py-1">
      <Skeleton className="h-3.5 w-40" />
    </div>
    <ActivityRowsSkeleton count={8} />
  </div>
);

export const ActivityRowsSkeleton = ({ count }: { count: number }) => (
  <div className="divide-y divide-line">
    {Array.from({ length: count }, (_, row) => (
      <div key={row} className="flex items-center gap-3 py-2">
        <Skeleton className="size-6 flex-none rounded-full!" />
        <div className="flex-1">
          <Skeleton className={`h-3.5 ${widths[row % widths.length] ?? ''}`} />
        </div>
        <Skeleton className="h-3.5 w-14 flex-none" />
      </div>
    ))}
  </div>
);
