import { Card, Skeleton } from '@portal/ui';

/** As tall as the card of a home in which nothing needs staff. */
export const HomeSkeleton = ({ title }: { title: string }) => (
  <div aria-busy>
    <Card title={title}>
      <Skeleton className="h-9" />
    </Card>
  </div>
);
