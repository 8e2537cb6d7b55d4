const dayMs = 86_400_000;
const isDate = (text: string) => !text.includes('T');

/** The date range of a filter: timestamps, or whole days in UTC. Both ends are included. */
export interface DateRangeFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The range in milliseconds since the epoch, with an exclusive end. Null where it is open. */
export function dateRangeMs({ from, to }: DateRangeFilter): { start: number | null; end: number | null } {
  return {
    start: from === undefined ? null : Date.parse(from),
    end: to === undefined ? null : Date.parse(to) + (isDate(to) ? dayMs : 1),
  };
}

/** Whether a range ends before it starts. */
export function isReversed(range: DateRangeFilter): boolean {
  const { start, end } = dateRangeMs(range);
  return start !== null && end !== null && end <= start;
}
