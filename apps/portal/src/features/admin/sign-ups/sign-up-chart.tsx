import type { ReportPeriod, SignUpCount } from '@portal/contract';
import { Table } from '@portal/ui';
import { barLabel, dayLabel, isUnfinished, SignUpPlot, Swatch } from './sign-up-plot.tsx';
import { toBars, toSeries, type Day } from './sign-up-series.ts';

export interface SignUpChartProps {
  period: ReportPeriod;
  counts: readonly SignUpCount[];
}

/** The signups of each day, or of each week of a long period, by signup method, as a plot and as a table. */
export function SignUpChart({ period, counts }: SignUpChartProps) {
  const { series, days } = toSeries(counts, period);
  const bars = toBars(days);
  const title = bars === days ? 'Signups per day' : 'Signups per week';
  return (
    <figure className="grid gap-3">
      <figcaption className="flex min-h-5 flex-wrap gap-x-5 gap-y-1 text-sm">
        {series.map(({ method, total }, index) => (
          <span key={method} className="flex items-center gap-2">
            <Swatch index={index} />
            {method} <span className="text-secondary tabular-nums">{total}</span>
          </span>
        ))}
        {bars.some(isUnfinished) && (
          <span className="ml-auto text-secondary">
            {bars === days ? 'Faded bar: today, which is not over' : 'Faded bar: this week, which is not over'}
          </span>
        )}
      </figcaption>
      <SignUpPlot
        label={`${title} from ${dayLabel(period.startDate)} to ${dayLabel(period.endDate)}`}
        series={series}
        days={bars}
      />
      <details className="group">
        <summary className="text-link w-max list-none text-sm">
          <span className="group-open:hidden">Show as table</span>
          <span className="hidden group-open:inline">Hide table</span>
        </summary>
        <div className="mt-2 rounded-lg border border-line">
          <Table
            caption={title}
            stackOnMobile={false}
            columns={[
              { key: 'day', header: bars === days ? 'Day' : 'Week', cell: barLabel },
              ...series.map(({ method }, index) => ({
                key: method,
                header: method,
                align: 'right' as const,
                cell: ({ counts }: Day) => counts[index],
              })),
              { key: 'sum', header: 'Total', align: 'right', cell: ({ total }: Day) => total },
            ]}
            rows={bars}
            rowKey={({ day }) => day}
          />
        </div>
      </details>
    </figure>
  );
}
