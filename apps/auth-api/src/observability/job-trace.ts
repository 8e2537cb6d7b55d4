import { ROOT_CONTEXT, SpanKind, context, trace, type Context } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { runInSpan, startSpan } from './spans.ts';

const propagator = new W3CTraceContextPropagator();
const getter = { keys: () => [], get: (traceparent: string | undefined) => traceparent };

/** Runs a job in its own trace, linked to the trace of the request that enqueued it, if any. */
export function inJobTrace(task: string, enqueuedBy: string | undefined, work: () => Promise<void>): Promise<void> {
  const span = startSpan(`process ${task}`, {
    kind: SpanKind.CONSUMER,
    attributes: {
      'messaging.system': 'graphile_worker',
      'messaging.operation.type': 'process',
      'messaging.destination.name': task,
    },
    links: linkTo(propagator.extract(ROOT_CONTEXT, enqueuedBy, getter)),
  });
  return context.with(trace.setSpan(ROOT_CONTEXT, span), () => runInSpan(span, work));
}

function linkTo(extracted: Context) {
  const ids = trace.getSpanContext(extracted);
  return ids ? [{ context: ids }] : [];
}
