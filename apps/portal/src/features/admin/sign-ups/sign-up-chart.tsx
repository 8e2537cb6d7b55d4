import type { ReportPeriod, SignUpCount } from '@portal/contract';
import { Table } from '@portal/ui';
import { dayLabel, SignUpPlot, Swatch } from './sign-up-plot.tsx';
import { toSeries, type Day } from './sign-up-series.ts';

export interface SignUpChartProps {
  period: ReportPeriod;
  counts: readonly SignUpCount[];
}

/** The signups of each day by signup method, as a plot and as a table. */
export function SignUpChart({ period, counts }: SignUpChartProps) {
  const { series, days } = toSeries(counts, period);
  return (
    <figure className="grid gap-3">
      <figcaption className="flex min-h-5 flex-wrap gap-x-5 gap-y-1 text-sm">
        {series.map(({ method, total }, index) => (
          <span key={method} className="flex items-center gap-2">
            <Swatch index={index} />
            {method} <span className="text-secondary tabular-nums">{total}</span>
          </span>
        ))}
      </figcaption>
      <SignUpPlot
        label={`Signups per day from ${dayLabel(period.startDate)} to ${dayLabel(period.endDate)}`}
        series={series}
        days={days}
      />
      <details>
        <summary className="text-link w-max text-sm">Show as table</summary>
        <div className="mt-2 rounded-lg border border-line">
          <Table
            caption="Signups per day"
            stackOnMobile={false}
            columns={[
              { key: 'day', header: 'Day', cell: ({ day }: Day) => dayLabel(day) },
              ...series.map(({ method }, index) => ({
                key: method,
                header: method,
                align: 'right' as const,
                cell: ({ counts }: Day) => counts[index],
              })),
              { key: 'sum', header: 'Total', align: 'right', cell: ({ total }: Day) => total },
            ]}
            rows={days}
            rowKey={({ day }) => day}
          />
        </div>
      </details>
    </figure>
  );
}
