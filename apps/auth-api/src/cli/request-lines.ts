import type { RequestEvent } from './request-event.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What is the same in every line, or repeats what the first line of the event says. */
const leftOut: ReadonlySet<string> = new Set([
  ...['timestamp', 'severity_text', 'severity_number', 'body', 'span_id', 'trace_flags'],
  ...['service.name', 'service.version', 'service.instance.id'],
  // Of Caddy.
  ...['ts', 'level', 'logger', 'msg'],
]);

export interface RequestLines {
  readonly events: readonly RequestEvent[];
  /** The request ids that were found, besides the one that was searched for. */
  readonly ids: ReadonlySet<string>;
}

/**
 * Finds the lines of a log that belong to a request: those that contain its id, those of the same trace, and those of its jobs. Reads
 * the log once, and stores only lines that may belong to it: other lines than those of requests are few.
 */
export async function findRequestLines(log: AsyncIterable<string>, id: string): Promise<RequestLines> {
  const ids = new Set([id]);
  const traceIds = new Set<string>();
  const found: string[] = [];
  const undecided: string[] = [];
  // A client can send several requests in one trace. The lines of another one have its id.
  const isOfTrace = (line: string) =>
    !line.includes(requestIdName) && traceIds.has(traceIdPattern.exec(line)?.[1] ?? '');
  const belongs = (line: string) => [...ids].some((each) => line.includes(each)) || isOfTrace(line);

  for await (const line of log) {
    if (belongs(line)) {
      found.push(line);
      const { 'si.request.id': requestId, trace_id: traceId } = parseFields(line) ?? {};
      if (typeof requestId === 'string') ids.add(requestId);
      if (typeof traceId === 'string') traceIds.add(traceId);
    } else if (mayBelong(line)) undecided.push(line);
  }
  // The line of a request is its last one: only then its id and its trace are known.
  const earlier = undecided.filter(belongs);
  return { events: [...earlier, ...found].map(toEvent), ids };
}

const traceIdPattern = /"trace_id":"([0-9a-f]{32})"/;
const requestIdName = '"si.request.id":';

/** Whether a line is about a request or a job, but not the line of another request. */
const mayBelong = (line: string) =>
  (line.includes(requestIdName) || traceIdPattern.test(line)) && !line.includes('"body":"request"');

/** The fields of a JSON line. Compose, Kubernetes and journald can add text before it. */
function parseFields(line: string): Fields | null {
  const start = line.indexOf('{');
  if (start < 0) return null;
  try {
    return JSON.parse(line.slice(start)) as Fields;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The first of the values that is a string. */
const text = (...values: unknown[]): string => values.find((value) => typeof value === 'string') ?? '';

function toEvent(line: string): RequestEvent {
  const fields = parseFields(line);
  if (!fields) return { time: null, source: 'log', title: line.trim(), fields: {} };
  const { timestamp, ts, logger, severity_text: severity, level, body, msg } = fields;
  return {
    time: typeof ts === 'number' ? ts * 1_000 : Date.parse(text(timestamp, ts)) || null,
    source: text(fields['service.name'], logger, 'log'),
    title: `${text(severity, level).toUpperCase()}  ${text(body, msg)}`,
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !leftOut.has(name))),
  };
}
