import { Alert } from '@portal/ui';
import { useServerClockOffset } from '../../api/http/server-clock.ts';

const minuteMs = 60_000;
const units = [
  { name: 'day', ms: 24 * 60 * minuteMs },
  { name: 'hour', ms: 60 * minuteMs },
  { name: 'minute', ms: minuteMs },
];

function formatDifference(ms: number): string | undefined {
  const unit = units.find((candidate) => ms >= candidate.ms);
  if (!unit) return undefined;
  const amount = Math.round(ms / unit.ms);
  return `${amount} ${unit.name}${amount === 1 ? '' : 's'}`;
}

/** Says that the clock of this computer is wrong, by a minute or more. */
export function ClockNotice() {
  const offsetMs = useServerClockOffset();
  const difference = formatDifference(Math.abs(offsetMs));
  if (difference === undefined) return null;
  return (
    <Alert
      tone="info"
      title={`Your computer’s clock is about ${difference} ${offsetMs > 0 ? 'slow' : 'fast'}.`}
      message="This page uses the correct time. Set the date and time of your computer, or programs on it may reject valid tokens."
    />
  );
}
