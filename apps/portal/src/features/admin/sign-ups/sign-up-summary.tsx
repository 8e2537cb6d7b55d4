import type { ReportPeriod } from '@portal/contract';
import { Card, Skeleton } from '@portal/ui';
import { useCountSignupsQuery } from '../../../api/admin.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { SignUpChart } from './sign-up-chart.tsx';

const numberFormat = new Intl.NumberFormat('en-US');
const placeholder = <Skeleton className="h-64" />;

export function SignUpSummary({ period }: { period: ReportPeriod }) {
  const {
    currentData: counts,
    error,
    refetch,
  } = useCountSignupsQuery({ query: period }, { refetchOnMountOrArgChange: true });
  const sumOf = (field: 'people' | 'unverified') => (counts ?? []).reduce((sum, count) => sum + count[field], 0);
  const total = sumOf('people');
  return (
    <Card
      title={counts ? `${numberFormat.format(total)} ${total === 1 ? 'signup' : 'signups'}` : 'Signups'}
      description={counts ? `${numberFormat.format(sumOf('unverified'))} not verified yet` : '\u00A0'}
    >
      <ErrorAlert error={error} title="Signups could not be counted" onRetry={() => void refetch()} />
      {counts && <SignUpChart key={`${period.startDate} ${period.endDate}`} period={period} counts={counts} />}
      {!counts && !error && placeholder}
    </Card>
  );
}
