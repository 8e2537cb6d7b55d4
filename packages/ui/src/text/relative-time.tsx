import { formatRelative } from './format-relative.ts';
import { formatDateTime } from './format-date.ts';
import { useMinuteClock } from './use-minute-clock.ts';

export interface RelativeTimeProps {
  date: string;
}

/** A short time such as "3h ago", with the exact one as title. For long lists: it has no tooltip component. */
export function RelativeTime({ date }: RelativeTimeProps) {
  // A new date restarts the clock, so that an event since the last minute is not in the future.
  return <ShortTime key={date} date={date} />;
}

function ShortTime({ date }: RelativeTimeProps) {
  const when = new Date(date);
  const now = useMinuteClock();
  return (
    <time dateTime={date} title={formatDateTime(when)} className="tabular-nums">
      {formatRelative(when, now, true)}
    </time>
  );
}
