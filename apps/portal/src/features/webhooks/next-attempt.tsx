import { Timestamp, useMinuteClock } from '@portal/ui';

/** When a failed event is sent again. One that is due is sent as soon as the events of others allow. */
export function NextAttempt({ at }: { at: string }) {
  const isSoon = new Date(at).getTime() - useMinuteClock() < 60_000;
  return isSoon ? 'in less than a minute' : <Timestamp date={at} />;
}
