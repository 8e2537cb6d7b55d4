import type { ReportPeriod, SignUpCount } from '@portal/contract';
import { Table } from '@portal/ui';
import { toSeries, type Day, type Series } from './sign-up-series.ts';

const fills = [
  'fill-accent-sky',
  'fill-accent-orange',
  'fill-accent-violet',
  'fill-accent-teal',
  'fill-accent-rose',
  'fill-accent-lime',
];
const height = 100;
const step = 10;
const gap = 2;

export interface SignUpChartProps {
  period: ReportPeriod;
  counts: readonly SignUpCount[];
}

/** A stacked bar for each day, split by signup method, with the same data as a table for screen readers. */
export function SignUpChart({ period, counts }: SignUpChartProps) {
  const { series, days } = toSeries(counts, period);
  const maxTotal = Math.max(1, ...days.map(({ total }) => total));
  return (
    <figure className="grid gap-3">
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {series.map(({ method, total }, index) => (
          <span key={method} className="flex items-center gap-2">
            <svg aria-hidden viewBox="0 0 10 10" className={`size-2.5 ${fills[index] ?? ''}`}>
              <rect width="10" height="10" rx="2" />
            </svg>
            {method} <span className="text-secondary tabular-nums">{total}</span>
          </span>
        ))}
      </figcaption>
      <div className="grid grid-cols-[max-content_1fr] gap-x-2 text-xs text-secondary">
        <div aria-hidden className="flex flex-col justify-between text-right">
          <span>{maxTotal}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={`Signups per day from ${period.startDate} to ${period.endDate}, up to ${maxTotal}`}
          viewBox={`0 0 ${days.length * step} ${height}`}
          preserveAspectRatio="none"
          className="h-40 w-full border-y border-line"
        >
          {days.map((day, index) => (
            <Bar key={day.day} day={day} series={series} x={index * step} maxTotal={maxTotal} />
          ))}
        </svg>
        <span />
        <div aria-hidden className="flex justify-between pt-1">
          <span>{period.startDate}</span>
          {days.length > 1 && <span>{period.endDate}</span>}
        </div>
      </div>
      <details>
        <summary className="text-link w-max text-sm">Show as table</summary>
        <div className="mt-2 rounded-lg border border-line">
          <Table
            caption="Signups per day"
            stackOnMobile={false}
            columns={[
              { key: 'day', header: 'Day', cell: ({ day }: Day) => day },
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

interface BarProps {
  day: Day;
  series: readonly Series[];
  x: number;
  maxTotal: number;
}

function Bar({ day: { day, total, counts }, series, x, maxTotal }: BarProps) {
  const segments = series.map(({ method }, index) => ({ method, count: counts[index] ?? 0, index }));
  const labels = segments.filter(({ count }) => count > 0).map(({ method, count }) => `${method} ${count}`);
  const scale = height / maxTotal;
  const countBelow = (index: number) => counts.slice(0, index).reduce((sum, count) => sum + count, 0);
  return (
    <g>
      <title>{`${day}: ${total}${labels.length > 0 ? ` (${labels.join(', ')})` : ''}`}</title>
      {/* Shows the tooltip over the whole height of the chart. */}
      <rect x={x} width={step} height={height} fill="transparent" />
      {segments.map(
        ({ method, count, index }) =>
          count > 0 && (
            <rect
              key={method}
              x={x + gap / 2}
              width={step - gap}
              y={height - (countBelow(index) + count) * scale}
              height={count * scale}
              className={`${fills[index] ?? ''} stroke-(--surface)`}
              vectorEffect="non-scaling-stroke"
            />
          ),
      )}
    </g>
  );
}
