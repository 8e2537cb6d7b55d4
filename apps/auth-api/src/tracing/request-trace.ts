import { ROOT_CONTEXT, SpanKind, TraceFlags, propagation, trace, type Context, type Span } from '@opentelemetry/api';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { ulidPattern } from '@portal/contract';
import type { Request } from 'express';
import type { KnownOfRequest } from './request-line.ts';
import { beginSpan, failSpan } from './spans.ts';

const propagator = new CompositePropagator({
  propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
});
const getter = {
  keys: (headers: Request['headers']) => Object.keys(headers),
  get: (headers: Request['headers'], name: string) => headers[name],
};

/** What a span calls what a request is about. A caller's baggage has workspace and change set under the same names. */
const attributes = {
  workspaceId: 'si.workspace.id',
  changeSetId: 'si.change_set.id',
  requestId: 'si.request.id',
  requestUlid: 'si.request.ulid',
  route: 'http.route',
  call: 'si.call',
  userId: 'user.id',
} as const;

/** Tells a span what is known by now. */
export function tellSpan(span: Span, known: KnownOfRequest): void {
  if (!span.isRecording()) return;
  for (const [field, name] of Object.entries(attributes)) {
    const value = known[field as keyof typeof attributes];
    if (value != null) span.setAttribute(name, value);
  }
}

/** Ids of a caller are taken over if they are ULIDs; anything else could be anything. */
export const asUlid = (given: unknown): string | undefined =>
  typeof given === 'string' && ulidPattern.test(given) ? given.toUpperCase() : undefined;

/** The trace of one request: its span, and what it hands on. */
export interface RequestTrace {
  readonly span: Span;
  /** What work on the request is done within. */
  readonly context: Context;
  /** What the caller's baggage says. */
  readonly workspaceId: string | undefined;
  readonly changeSetId: string | undefined;
}

/** Goes on with the caller's trace, or begins one where `traceparent` is missing or wrong. */
export function beginRequestTrace(req: Request): RequestTrace {
  const given = propagator.extract(ROOT_CONTEXT, req.headers, getter);
  const { method } = req;
  const ofHttp = { 'http.request.method': method, 'url.scheme': req.protocol };
  const span = beginSpan(method, { kind: SpanKind.SERVER, attributes: ofHttp }, withKnownFlags(given));
  const baggage = propagation.getBaggage(given);
  const carried = (key: string) => asUlid(baggage?.getEntry(key)?.value);
  return {
    span,
    context: trace.setSpan(ROOT_CONTEXT, span),
    workspaceId: carried(attributes.workspaceId),
    changeSetId: carried(attributes.changeSetId),
  };
}

/** Only one flag has a meaning; handing on others would make a header that is wrong. */
function withKnownFlags(given: Context): Context {
  const ids = trace.getSpanContext(given);
  return ids ? trace.setSpanContext(given, { ...ids, traceFlags: ids.traceFlags & TraceFlags.SAMPLED }) : given;
}

/** Ends the span of a request with its answer; the status is null where the caller left before. */
export function endRequestTrace({ span }: RequestTrace, status: number | null, failure: string | undefined): void {
  if (status !== null) span.setAttribute('http.response.status_code', status);
  if (failure !== undefined) failSpan(span, failure, status !== null && status >= 500);
  span.end();
}
