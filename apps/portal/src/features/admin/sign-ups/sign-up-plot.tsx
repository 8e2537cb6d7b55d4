import { formatDate, formatDateWithWeekday } from '@portal/ui';
import { useState, type KeyboardEvent } from 'react';
import { today } from './report-period.ts';
import { countTicks, dayTicks } from './sign-up-axes.ts';
import type { Day, Series } from './sign-up-series.ts';
import { numberFormat } from '../components/number-format.ts';

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

/** The colour of a series. */
export function Swatch({ index }: { index: number }) {
  return (
    <svg aria-hidden viewBox="0 0 10 10" className={`size-2.5 flex-none ${fills[index] ?? ''}`}>
      <rect width="10" height="10" rx="2" />
    </svg>
  );
}

interface Part {
  readonly method: string;
  readonly count: number;
  /** Of the series. */
  readonly index: number;
}

/** The methods of a day that have signups. */
const partsOf = ({ counts }: Day, series: readonly Series[]): readonly Part[] =>
  series.map(({ method }, index) => ({ method, count: counts[index] ?? 0, index })).filter(({ count }) => count > 0);

/** A day in the local style. The report counts in UTC. */
export const dayLabel = (day: string) => formatDate(new Date(day), 'UTC');

/** `Aug 14`, for the axis. */
const shortDayLabel = (day: string) => dayLabel(day).replace(/^(\w{3})\w*( \d+).*/, '$1$2');

/** Whether a bar has signups of today, which is not over. */
export const isUnfinished = ({ day, lastDay = day }: Day) => day <= today() && today() <= lastDay;

const soFar = (bar: Day) => (isUnfinished(bar) ? ' (so far)' : '');

/** A bar in a row of the table. */
export const barLabel = (bar: Day) =>
  `${dayLabel(bar.day)}${bar.lastDay === undefined ? '' : ` to ${dayLabel(bar.lastDay)}`}${soFar(bar)}`;

const longBarLabel = (bar: Day) =>
  bar.lastDay === undefined ? `${formatDateWithWeekday(new Date(bar.day), 'UTC')}${soFar(bar)}` : barLabel(bar);

function describeDay(day: Day, series: readonly Series[]): string {
  const parts = partsOf(day, series).map(({ method, count }) => `${method} ${count}`);
  return `${longBarLabel(day)}: ${day.total}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}

/** The index that a key moves to. */
function neighbourOf(index: number, key: string, last: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(index + 1, last);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(index - 1, 0);
  return undefined;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

export interface SignUpPlotProps {
  label: string;
  series: readonly Series[];
  days: readonly Day[];
}

/** A stacked bar for each day or week. The pointer and the arrow keys choose one, whose numbers show beside its bar. */
export function SignUpPlot({ label, series, days }: SignUpPlotProps) {
  const last = days.length - 1;
  const [index, setIndex] = useState(last);
  const [isShown, setShown] = useState(false);
  const ticks = countTicks(Math.max(0, ...days.map(({ total }) => total)));
  const top = ticks.at(-1) ?? 1;
  const day = days[index];
  const show = (dayIndex: number) => {
    setIndex(dayIndex);
    setShown(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setShown(false);
    const next = neighbourOf(index, event.key, last);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  };
  return (
    <div className="grid grid-cols-[max-content_1fr] gap-x-2 pt-2 text-xs text-secondary tabular-nums">
      <div aria-hidden className="relative w-10 text-right">
        {ticks.map((count) => (
          <span key={count} className="absolute right-0 translate-y-1/2" style={{ bottom: percent(count, top) }}>
            {numberFormat.format(count)}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={index + 1}
        aria-valuetext={day && describeDay(day, series)}
        className="relative h-40"
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        onPointerLeave={() => setShown(false)}
        onKeyDown={onKeyDown}
      >
        {ticks.map((count) => (
          <span
            key={count}
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: percent(count, top) }}
          />
        ))}
        {isShown && (
          <span
            className="absolute inset-y-0 bg-hover"
            style={{ left: percent(index, days.length), width: percent(1, days.length) }}
          />
        )}
        <svg
          aria-hidden
          viewBox={`0 0 ${days.length * step} ${height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          {days.map((barDay, barIndex) => (
            <g key={barDay.day} data-day={barDay.day} onPointerEnter={() => show(barIndex)}>
              {/* Makes the whole height of the plot a target. */}
              <rect x={barIndex * step} width={step} height={height} fill="transparent" />
              <Bar day={barDay} parts={partsOf(barDay, series)} x={barIndex * step} scale={height / top} />
            </g>
          ))}
        </svg>
        {isShown && day && (
          <div
            className="pointer-events-none absolute top-0 z-10 grid gap-1 rounded-md border border-line bg-raised px-3 py-2 whitespace-nowrap text-body shadow-float"
            style={
              index < days.length / 2
                ? { left: `calc(${percent(index + 1, days.length)} + 8px)` }
                : { right: `calc(${percent(days.length - index, days.length)} + 8px)` }
            }
          >
            <DayValues day={day} parts={partsOf(day, series)} />
          </div>
        )}
      </div>
      <span />
      <div aria-hidden className="relative h-6">
        {dayTicks(days).map(({ day: tickDay, index: dayIndex }) => (
          <span
            key={tickDay}
            // A narrow window has space for every third label.
            className="absolute top-0 grid -translate-x-1/2 justify-items-center whitespace-nowrap max-sm:hidden max-sm:nth-[3n+1]:grid"
            style={{ left: percent(dayIndex + 0.5, days.length) }}
          >
            <span className="h-1 border-l border-neutral" />
            {shortDayLabel(tickDay)}
          </span>
        ))}
      </div>
    </div>
  );
}

interface BarProps {
  day: Day;
  parts: readonly Part[];
  x: number;
  scale: number;
}

function Bar({ day, parts, x, scale }: BarProps) {
  const { counts, total } = day;
  const countBelow = (index: number) => counts.slice(0, index).reduce((sum, count) => sum + count, 0);
  const column = { x: x + gap / 2, width: step - gap };
  return (
    <>
      {/* Hides the lines of the axis behind a bar that is not opaque. */}
      <rect {...column} y={height - total * scale} height={total * scale} className="fill-(--surface)" />
      <g className={isUnfinished(day) ? 'opacity-60' : undefined}>
        {parts.map(({ method, count, index }) => (
          <rect
            key={method}
            {...column}
            y={height - (countBelow(index) + count) * scale}
            height={count * scale}
            className={`${fills[index] ?? ''} stroke-(--surface)`}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </g>
    </>
  );
}

function DayValues({ day, parts }: Pick<BarProps, 'day' | 'parts'>) {
  return (
    <>
      <span className="font-medium text-strong">{longBarLabel(day)}</span>
      {parts.map(({ method, count, index }) => (
        <span key={method} className="flex items-center gap-2">
          <Swatch index={index} />
          <span className="flex-1">{method}</span>
          {numberFormat.format(count)}
        </span>
      ))}
      <span className="flex justify-between gap-4 font-medium">
        <span>{parts.length === 0 ? 'No signups' : 'Total'}</span>
        {parts.length > 0 && <span>{numberFormat.format(day.total)}</span>}
      </span>
    </>
  );
}
