import * as z from 'zod/mini';

/** Local midnight, some days later; null for an invalid day. */
function startOfLocalDay(day: string, daysLater: number): Date | null {
  if (!z.iso.date().safeParse(day).success) return null;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater);
}

/** The timestamp at which a local day such as 2024-08-14 starts. An invalid day stays as it is. */
export const startOfDay = (day: string) => startOfLocalDay(day, 0)?.toISOString() ?? day;

/** The last millisecond of a local day. An invalid day stays as it is. */
export function endOfDay(day: string): string {
  const next = startOfLocalDay(day, 1);
  return next ? new Date(next.getTime() - 1).toISOString() : day;
}

/** The time zone of local days, such as Europe/Berlin. */
export const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
