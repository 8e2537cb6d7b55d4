/** Something that happened to a request: a line of a log, an audit entry or a job. */
export interface RequestEvent {
  /** In milliseconds since 1970; null if unknown. */
  readonly time: number | null;
  /** What it is from, such as `auth-api` or `audit log`. */
  readonly source: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The event as text: what happened on the first line, then a line for each field. */
export function formatEvent({ time, source, title, fields }: RequestEvent): string {
  const at = time === null ? '-' : new Date(time).toISOString();
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `    ${name}: ${formatValue(value).replaceAll('\n', '\n      ')}`);
  return [`${at}  ${source}  ${title}`, ...lines].join('\n');
}

function formatValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** In the order of time; what has no time is last. */
export const sortEvents = (events: readonly RequestEvent[]): RequestEvent[] =>
  events.toSorted((one, other) => (one.time ?? Infinity) - (other.time ?? Infinity));
