import { randomBytes } from 'node:crypto';
import {
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  context,
  isSpanContextValid,
  trace,
  type Context,
  type Span,
  type SpanOptions,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { errorType } from '../error-type.ts';

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/** Asked for anew each time: one that was kept would go on recording for a provider that has been shut down. */
const tracer = () => trace.getTracer('auth-api');

/**
 * Begins a span that stands for itself, as a request or a job does. Where nothing is exported it goes on under the
 * caller's ids, or under ids of its own: the log and whoever is asked for something are told them either way.
 */
export function beginSpan(name: string, options: SpanOptions, parent: Context = ROOT_CONTEXT): Span {
  const span = tracer().startSpan(name, options, parent);
  return isSpanContextValid(span.spanContext()) ? span : trace.wrapSpanContext(freshIds());
}

const freshIds = () => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  traceFlags: TraceFlags.NONE,
});

/** Does work within a span of its own, below the one that is under way; below one that nobody records, within none. */
export function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const above = trace.getActiveSpan();
  if (above?.isRecording() === false) return work(above);
  return tracer().startActiveSpan(name, options, (span) => endWith(span, () => work(span)));
}

/** Does work within a span that was begun, and ends it with what came of it. */
export async function endWith<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    failSpan(span, errorType(error), !isRefusal(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Names the kind of a failure. Its message stays out: it may hold addresses and names. */
export function failSpan(span: Span, type: string, isError = true): void {
  span.setAttribute('error.type', type);
  if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** What a caller did wrong is no error of the span. */
const isRefusal = (error: unknown) => {
  const { status } = error as { status?: unknown };
  return typeof status === 'number' && status < 500;
};

/** The ids of the span under way, for the log. */
export function currentIds(): { traceId?: string; spanId?: string } {
  const ids = trace.getSpanContext(context.active());
  return ids ? { traceId: ids.traceId, spanId: ids.spanId } : {};
}
