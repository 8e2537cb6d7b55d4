import type { ReportPeriod, SignUpCount } from '@portal/contract';
import { Table } from '@portal/ui';
import { seriesOf, type Day, type Series } from './sign-up-series.ts';

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

export interface SignUpPlotProps {
  period: ReportPeriod;
  counts: readonly SignUpCount[];
}

/** A bar a day, in parts by how people signed up; the same as a table for whoever can't or won't read a picture. */
export function SignUpPlot({ period, counts }: SignUpPlotProps) {
  const { series, days } = seriesOf(counts, period);
  const most = Math.max(1, ...days.map(({ total }) => total));
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
          <span>{most}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={`Signups a day from ${period.startDate} to ${period.endDate}, ${most} at most`}
          viewBox={`0 0 ${days.length * step} ${height}`}
          preserveAspectRatio="none"
          className="h-40 w-full border-y border-line"
        >
          {days.map((day, index) => (
            <Bar key={day.day} day={day} series={series} at={index * step} most={most} />
          ))}
        </svg>
        <span />
        <div aria-hidden className="flex justify-between pt-1">
          <span>{period.startDate}</span>
          {days.length > 1 && <span>{period.endDate}</span>}
        </div>
      </div>
      <details>
        <summary className="text-link w-max text-sm">As a table</summary>
        <div className="mt-2 rounded-lg border border-line">
          <Table
            caption="Signups a day"
            stacks={false}
            columns={[
              { key: 'day', header: 'Day', cell: ({ day }: Day) => day },
              ...series.map(({ method }, index) => ({
                key: method,
                header: method,
                align: 'right' as const,
                cell: ({ people }: Day) => people[index],
              })),
              { key: 'sum', header: 'Sum', align: 'right', cell: ({ total }: Day) => total },
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
  at: number;
  most: number;
}

function Bar({ day: { day, total, people }, series, at, most }: BarProps) {
  const parts = series.map(({ method }, index) => ({ method, count: people[index] ?? 0, index }));
  const told = parts.filter(({ count }) => count > 0).map(({ method, count }) => `${method} ${count}`);
  const scale = height / most;
  const belowOf = (index: number) => people.slice(0, index).reduce((sum, count) => sum + count, 0);
  return (
    <g>
      <title>{`${day}: ${total}${told.length > 0 ? ` (${told.join(', ')})` : ''}`}</title>
      {/* The whole height tells, not only where the bar is. */}
      <rect x={at} width={step} height={height} fill="transparent" />
      {parts.map(
        ({ method, count, index }) =>
          count > 0 && (
            <rect
              key={method}
              x={at + gap / 2}
              width={step - gap}
              y={height - (belowOf(index) + count) * scale}
              height={count * scale}
              className={`${fills[index] ?? ''} stroke-(--surface)`}
              vectorEffect="non-scaling-stroke"
            />
          ),
      )}
    </g>
  );
}
