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
  type SpanContext,
  type SpanOptions,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { errorType } from '../errors/error-class.ts';

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/** Looked up for each span: a stored tracer would keep recording for a provider that has been shut down. */
const tracer = () => trace.getTracer('auth-api');

/**
 * Starts the root span of a request or a job. If spans are not exported, it has the client's ids or random ones, so that the
 * log and outgoing requests have a trace id in either case.
 */
export function startSpan(name: string, options: SpanOptions, parent: Context = ROOT_CONTEXT): Span {
  const span = tracer().startSpan(name, options, parent);
  return isSpanContextValid(span.spanContext()) ? span : trace.wrapSpanContext(randomSpanContext());
}

const randomSpanContext = () => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  traceFlags: TraceFlags.NONE,
});

/** Runs work in a child span of the active span, or in no new span if the active span is not recorded. */
export function withSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const active = trace.getActiveSpan();
  if (active?.isRecording() === false) return work(active);
  return tracer().startActiveSpan(name, options, (span) => runInSpan(span, () => work(span)));
}

/** Runs work in a span and ends the span with the outcome. */
export async function runInSpan<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    recordSpanError(span, errorType(error), !isClientError(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Records the type of an error. Its message is left out, because it may contain emails and names. */
export function recordSpanError(span: Span, type: string, isError = true): void {
  span.setAttribute('error.type', type);
  if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A client error does not make the span an error. */
const isClientError = (error: unknown) => {
  const { status } = error as { status?: unknown };
  return typeof status === 'number' && status < 500;
};

/** The trace context of a log line, by the names that OpenTelemetry defines for JSON. */
export interface TraceFields {
  readonly trace_id: string;
  readonly span_id: string;
  /** `01` if the trace is exported. */
  readonly trace_flags: string;
}

export const traceFields = ({ traceId, spanId, traceFlags }: SpanContext): TraceFields => ({
  trace_id: traceId,
  span_id: spanId,
  trace_flags: traceFlags.toString(16).padStart(2, '0'),
});

/** The ids of the active span, for the log. */
export function currentTraceFields(): TraceFields | undefined {
  const ids = trace.getSpanContext(context.active());
  return ids && traceFields(ids);
}
