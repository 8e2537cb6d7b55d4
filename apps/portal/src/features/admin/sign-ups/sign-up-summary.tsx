import type { ReportPeriod, SignUpCount } from '@portal/contract';
import { Card, Skeleton } from '@portal/ui';
import { useCountSignupsQuery } from '../../../api/admin.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { daysOf, withPeriodBefore } from './report-period.ts';
import { SignUpChart } from './sign-up-chart.tsx';
import { numberFormat } from '../components/number-format.ts';

/** The heights of the bars while they load, in percent. */
const barHeights = [40, 65, 50, 85, 60, 30, 45];

const placeholder = (
  <div aria-hidden className="flex h-64 items-end gap-3">
    {barHeights.map((height) => (
      <div key={height} className="grid flex-1" style={{ height: `${height}%` }}>
        <Skeleton />
      </div>
    ))}
  </div>
);

const sumOf = (counts: readonly SignUpCount[], field: 'people' | 'unverified') =>
  counts.reduce((sum, count) => sum + count[field], 0);

/** One request counts the period and the one before it: each request writes an audit entry. */
export function SignUpSummary({ period }: { period: ReportPeriod }) {
  const both = withPeriodBefore(period);
  const { currentData, error, refetch } = useCountSignupsQuery(
    { query: both ?? period },
    { refetchOnMountOrArgChange: true },
  );
  const counts = currentData?.filter(({ day }) => day >= period.startDate);
  const before = both ? currentData?.filter(({ day }) => day < period.startDate) : undefined;
  const unverified = counts ? sumOf(counts, 'unverified') : 0;
  const total = counts && sumOf(counts, 'people');
  return (
    <Card
      title={total === undefined ? 'Signups' : `${numberFormat.format(total)} ${total === 1 ? 'signup' : 'signups'}`}
      description={
        counts && total !== undefined ? (
          <>
            {before && <span>{describeChange(total, sumOf(before, 'people'), daysOf(period).length)}</span>}
            {before && unverified > 0 && ' · '}
            {unverified > 0 && <span>{numberFormat.format(unverified)} not verified yet</span>}
            {!before && unverified === 0 && '\u00A0'}
          </>
        ) : (
          '\u00A0'
        )
      }
    >
      <ErrorAlert error={error} title="Signups could not be counted" onRetry={() => void refetch()} />
      {counts && <SignUpChart key={`${period.startDate} ${period.endDate}`} period={period} counts={counts} />}
      {!counts && !error && placeholder}
    </Card>
  );
}

function describeChange(count: number, countBefore: number, days: number): string {
  const periodBefore = days === 1 ? 'day before' : `${days} days before`;
  const change = count - countBefore;
  if (countBefore === 0) return `None in the ${periodBefore}`;
  if (change === 0) return `As many as in the ${periodBefore}`;
  return `${numberFormat.format(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than the ${numberFormat.format(countBefore)} in the ${periodBefore}`;
}
