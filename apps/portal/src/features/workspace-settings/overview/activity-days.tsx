import type { WorkspaceOverview } from '@portal/contract';
import { formatDate } from '@portal/ui';

type Days = NonNullable<NonNullable<WorkspaceOverview['activity']>['days']>;

const height = 40;
const step = 8;
const gap = 2;
/** Of a day without changes. */
const minBar = 1;

const changes = (count: number) => (count === 1 ? '1 change' : `${count} changes`);

/** The days are counted in UTC. */
const dayLabel = (day: string) => formatDate(new Date(day), 'UTC');

/** How many changes each of the last 30 days had: a bar for each. Screen readers get the sum and the busiest day. */
export function ActivityDays({ days }: { days: Days }) {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most), { day: '', count: 0 });
  const summary = total === 0 ? 'No changes in the last 30 days' : `${changes(total)} in the last 30 days`;
  const most = busiest.count > 0 && `The busiest day was ${dayLabel(busiest.day)} with ${changes(busiest.count)}`;
  return (
    <figure className="grid gap-2">
      <svg
        role="img"
        aria-label={most ? `${summary}. ${most}.` : summary}
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        className="h-12 w-full"
      >
        {days.map(({ day, count }, index) => {
          const bar = count === 0 ? minBar : Math.max((count / busiest.count) * height, 3);
          return (
            <g key={day}>
              <title>{`${dayLabel(day)}: ${changes(count)}`}</title>
              {/* Makes the whole height a target of the pointer. */}
              <rect x={index * step} width={step} height={height} fill="transparent" />
              <rect
                x={index * step + gap / 2}
                y={height - bar}
                width={step - gap}
                height={bar}
                className={count === 0 ? 'activity-day-quiet' : 'activity-day'}
              />
            </g>
          );
        })}
      </svg>
      <figcaption aria-hidden className="flex flex-wrap justify-between gap-x-4 text-xs text-secondary">
        <span>{summary}</span>
        <span>Days in UTC</span>
      </figcaption>
    </figure>
  );
}
