import { Card, Skeleton, SkeletonTable } from '@portal/ui';

/** A placeholder for the form and the table of the members. */
export const MembersSkeleton = ({ className }: { className: string }) => (
  <div className={`flex flex-col gap-4 ${className}`}>
    <Skeleton className="h-42.5" />
    <Card flush className="flex-1">
      <SkeletonTable className="h-28" rows={1} />
    </Card>
  </div>
);
