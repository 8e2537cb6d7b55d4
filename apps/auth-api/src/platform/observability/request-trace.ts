import { ROOT_CONTEXT, SpanKind, TraceFlags, propagation, trace, type Context, type Span } from '@opentelemetry/api';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { ulidPattern } from '@portal/contract';
import type { Request } from 'express';
import type { PartialRequestLog } from './request-log.ts';
import { recordSpanError, startSpan } from './spans.ts';

const propagator = new CompositePropagator({
  propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
});
const getter = {
  keys: (headers: Request['headers']) => Object.keys(headers),
  get: (headers: Request['headers'], name: string) => headers[name],
};

/** The fields of the log line that are attributes of the span, too. */
const attributeNames = [
  'si.workspace.id',
  'si.change_set.id',
  'si.request.id',
  'si.request.ulid',
  'http.route',
  'si.call',
  'user.id',
  'si.service_account.id',
] as const;

/** Sets the attributes that are known so far. */
export function setSpanAttributes(span: Span, known: PartialRequestLog): void {
  if (!span.isRecording()) return;
  for (const name of attributeNames) {
    const value = known[name];
    if (value !== undefined) span.setAttribute(name, value);
  }
}

/** A client's id in upper case. Undefined if it is not a ULID: anything else could contain anything. */
export const ulidOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' && ulidPattern.test(value) ? value.toUpperCase() : undefined;

export interface RequestTrace {
  readonly span: Span;
  /** The OpenTelemetry context in which to handle the request. */
  readonly context: Context;
  /** From the client's baggage. */
  readonly workspaceId: string | undefined;
  readonly changeSetId: string | undefined;
}

/** Continues the client's trace, or starts a new one if `traceparent` is missing or invalid. */
export function startRequestTrace(req: Request): RequestTrace {
  const extracted = propagator.extract(ROOT_CONTEXT, req.headers, getter);
  const { method } = req;
  const attributes = { 'http.request.method': method, 'url.scheme': req.protocol };
  const span = startSpan(method, { kind: SpanKind.SERVER, attributes }, withKnownFlags(extracted));
  const baggage = propagation.getBaggage(extracted);
  const fromBaggage = (key: string) => ulidOrUndefined(baggage?.getEntry(key)?.value);
  return {
    span,
    context: trace.setSpan(ROOT_CONTEXT, span),
    workspaceId: fromBaggage('si.workspace.id'),
    changeSetId: fromBaggage('si.change_set.id'),
  };
}

/** Clears reserved flags: only `sampled` has a meaning, and passing on the others would produce an invalid header. */
function withKnownFlags(extracted: Context): Context {
  const ids = trace.getSpanContext(extracted);
  return ids ? trace.setSpanContext(extracted, { ...ids, traceFlags: ids.traceFlags & TraceFlags.SAMPLED }) : extracted;
}

/** Ends the span of a request. The status is undefined if the client disconnected before the response. */
export function endRequestTrace(
  { span }: RequestTrace,
  status: number | undefined,
  errorType: string | undefined,
): void {
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  if (errorType !== undefined) recordSpanError(span, errorType, status !== undefined && status >= 500);
  span.end();
}
