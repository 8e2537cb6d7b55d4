import { formatRelative } from './format-relative.ts';
import { formatDateTime } from './format-date.ts';
import { useMinuteClock } from './use-minute-clock.ts';

/** A short time such as "3h ago", with the exact one as title. For long lists: it has no tooltip component. */
export function RelativeTime({ date }: { date: string }) {
  const when = new Date(date);
  const now = useMinuteClock(when.getTime());
  return (
    <time dateTime={date} title={formatDateTime(when)} className="tabular-nums">
      {formatRelative(when, now, true)}
    </time>
  );
}
