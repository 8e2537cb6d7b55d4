import { ROOT_CONTEXT, SpanKind, context, trace, type Context } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { beginSpan, endWith } from './spans.ts';

const propagator = new W3CTraceContextPropagator();
const getter = { keys: () => [], get: (traceparent: string | undefined) => traceparent };

/** Does a job in a trace of its own, linked to the request that added it, if one did. */
export function inJobTrace(task: string, addedBy: string | undefined, work: () => Promise<void>): Promise<void> {
  const span = beginSpan(`process ${task}`, {
    kind: SpanKind.CONSUMER,
    attributes: {
      'messaging.system': 'graphile_worker',
      'messaging.operation.type': 'process',
      'messaging.destination.name': task,
    },
    links: linkTo(propagator.extract(ROOT_CONTEXT, addedBy, getter)),
  });
  return context.with(trace.setSpan(ROOT_CONTEXT, span), () => endWith(span, work));
}

function linkTo(adder: Context) {
  const ids = trace.getSpanContext(adder);
  return ids ? [{ context: ids }] : [];
}
