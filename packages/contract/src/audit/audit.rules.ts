const dayMs = 86_400_000;
const isDay = (text: string) => !text.includes('T');

/** A span of time as a filter writes it: moments, or whole days of UTC. Both ends belong to it. */
export interface SpanFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The span in milliseconds, its beginning within and its end without; null where it is open. */
export function spanOf({ from, to }: SpanFilter): { begin: number | null; end: number | null } {
  return {
    begin: from === undefined ? null : Date.parse(from),
    end: to === undefined ? null : Date.parse(to) + (isDay(to) ? dayMs : 1),
  };
}

/** Whether a span ends before it begins. */
export function isReversed(span: SpanFilter): boolean {
  const { begin, end } = spanOf(span);
  return begin !== null && end !== null && end <= begin;
}
