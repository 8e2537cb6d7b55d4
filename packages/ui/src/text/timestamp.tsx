import { isSameDay } from 'date-fns';
import { classes } from '../classes.ts';
import { Tooltip } from '../overlay/tooltip.tsx';
import { useMinuteClock } from './minute-clock.ts';
import { dateText, relativeText, timeText, type TimestampSize } from './timestamp-texts.ts';

export interface TimestampProps {
  date: Date | string | number;
  /** `standard` says "3 hours ago", `shorthand` says "3h ago", `disabled` gives the date in its `size`. */
  relative?: 'disabled' | 'standard' | 'shorthand' | undefined;
  size?: TimestampSize | undefined;
  /** Adds the time of day to a date. */
  showTime?: boolean | undefined;
  /** A date that is today reads "Today at" its time. */
  today?: boolean | undefined;
  className?: string | undefined;
}

export function Timestamp(props: TimestampProps) {
  const { date, relative = 'standard', size = 'long', showTime, today, className } = props;
  const when = new Date(date);
  const now = useMinuteClock(when.getTime());
  if (Number.isNaN(when.getTime())) return null;
  const exact = `${dateText(when, 'extended')} ${timeText(when)}`;
  return (
    <Tooltip content={exact}>
      <time dateTime={when.toISOString()} className={classes('tabular-nums', className)}>
        {text()}
      </time>
    </Tooltip>
  );

  function text(): string {
    if (relative !== 'disabled') return relativeText(when, now, relative === 'shorthand');
    if (today && isSameDay(when, new Date(now))) return `Today at ${timeText(when)}`;
    return showTime ? `${dateText(when, size)} ${timeText(when)}` : dateText(when, size);
  }
}
