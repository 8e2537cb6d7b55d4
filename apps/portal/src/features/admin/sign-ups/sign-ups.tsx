import type { ReportPeriod } from '@portal/contract';
import { Card, Skeleton } from '@portal/ui';
import { useCountSignupsQuery } from '../../../api/staff.api.ts';
import { FailureBox } from '../../../requests/failure-box.tsx';
import { SignUpPlot } from './sign-up-plot.tsx';

const inGroups = new Intl.NumberFormat('en-US');
const placeholder = <Skeleton className="h-56" />;

/** How many signed up, in a line and as a plot. */
export function SignUps({ period }: { period: ReportPeriod }) {
  const {
    currentData: counts,
    error,
    refetch,
  } = useCountSignupsQuery({ query: period }, { refetchOnMountOrArgChange: true });
  const sum = (of: 'people' | 'unverified') => (counts ?? []).reduce((total, count) => total + count[of], 0);
  const people = sum('people');
  return (
    <Card
      title={counts ? `${inGroups.format(people)} ${people === 1 ? 'signup' : 'signups'}` : 'Signups'}
      description={counts ? `${inGroups.format(sum('unverified'))} not verified yet` : ' '}
    >
      <FailureBox error={error} title="The signups could not be counted" onRetry={() => void refetch()} />
      {counts && <SignUpPlot period={period} counts={counts} />}
      {!counts && !error && placeholder}
    </Card>
  );
}
