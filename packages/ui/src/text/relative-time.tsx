import { formatRelative } from './format-relative.ts';
import { useMinuteClock } from './use-minute-clock.ts';

/** A short time such as "3h ago", with the exact one as title. For first screens: `Timestamp` needs a date library. */
export function RelativeTime({ date }: { date: string }) {
  const when = new Date(date);
  const now = useMinuteClock(when.getTime());
  return (
    <time dateTime={date} title={when.toLocaleString()} className="tabular-nums">
      {formatRelative(when, now, true)}
    </time>
  );
}
