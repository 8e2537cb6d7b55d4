import { classNames } from '../class-names.ts';
import { Tooltip } from '../overlay/tooltip.tsx';
import { useMinuteClock } from './use-minute-clock.ts';
import { formatRelative } from './format-relative.ts';
import { formatDate, formatMinutes, formatTimeZone, type TimeZone } from './format-date.ts';
import { formatDateAs, formatTime, type TimestampSize } from './format-timestamp.ts';

export interface TimestampProps {
  date: Date | string | number;
  /** `standard`: "3 hours ago", `shorthand`: "3h ago" (`formatRelative` says where), `disabled`: the date in its `size`. */
  relative?: 'disabled' | 'standard' | 'shorthand' | undefined;
  /** `time` has no date: "12:05 PM", below the heading of a day, with the seconds if `showTime` is true. */
  size?: TimestampSize | 'time' | undefined;
  /** Adds the time of day to a date: with the seconds, or with the minutes and the time zone. The tooltip has both. */
  showTime?: boolean | 'minutes' | undefined;
  /** Shows today's date as "Today at" and the time. */
  today?: boolean | undefined;
  timeZone?: TimeZone;
  className?: string | undefined;
}

export function Timestamp({ date, ...props }: TimestampProps) {
  const when = new Date(date);
  if (Number.isNaN(when.getTime())) return null;
  // A new date restarts the clock, so that an event since the last minute is not in the future.
  return <ValidTimestamp key={when.getTime()} when={when} {...props} />;
}

interface ValidTimestampProps extends Omit<TimestampProps, 'date'> {
  when: Date;
}

function ValidTimestamp(props: ValidTimestampProps) {
  const { when, relative = 'standard', size = 'long', showTime, today, timeZone, className } = props;
  const now = useMinuteClock();
  const exact = `${formatDate(when, timeZone)} ${formatTime(when, timeZone)} ${formatTimeZone(when, timeZone)}`;
  return (
    <Tooltip content={exact}>
      <time dateTime={when.toISOString()} className={classNames('tabular-nums', className)}>
        {renderText()}
      </time>
    </Tooltip>
  );

  function renderText(): string {
    if (relative !== 'disabled') return formatRelative(when, now, relative === 'shorthand');
    if (size === 'time') return (showTime === true ? formatTime : formatMinutes)(when, timeZone);
    const day = formatDateAs(size, when, timeZone);
    if (today && day === formatDateAs(size, new Date(now), timeZone)) return `Today at ${formatTime(when, timeZone)}`;
    if (!showTime) return day;
    if (showTime === true) return `${day} ${formatTime(when, timeZone)}`;
    return `${day} ${formatMinutes(when, timeZone)} ${formatTimeZone(when, timeZone)}`;
  }
}
