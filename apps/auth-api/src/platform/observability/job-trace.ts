import { ROOT_CONTEXT, SpanKind, context, createContextKey, trace, type Context } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { withRequestId } from './request-id.ts';
import { runInSpan, startSpan } from './spans.ts';

/** The fields of each log line that a job writes. */
export interface JobFields {
  readonly 'si.job.id': string;
  readonly 'si.job.task': string;
  /** Of the request that added the job. Undefined for a scheduled job. */
  readonly 'si.request.id': string | undefined;
}

const propagator = new W3CTraceContextPropagator();
const getter = { keys: () => [], get: (traceparent: string | undefined) => traceparent };
const jobKey = createContextKey('fields of the job');

/** Runs a job in its own trace, linked to the trace of the request that enqueued it, if any. */
export function inJobTrace(job: JobFields, enqueuedBy: string | undefined, work: () => Promise<void>): Promise<void> {
  const task = job['si.job.task'];
  const span = startSpan(`process ${task}`, {
    kind: SpanKind.CONSUMER,
    attributes: {
      'messaging.system': 'graphile_worker',
      'messaging.operation.type': 'process',
      'messaging.destination.name': task,
      ...job,
    },
    links: linkTo(propagator.extract(ROOT_CONTEXT, enqueuedBy, getter)),
  });
  const jobContext = trace.setSpan(ROOT_CONTEXT, span).setValue(jobKey, job);
  return context.with(withRequestId(jobContext, job['si.request.id']), () => runInSpan(span, work));
}

/** The fields of the job that is running, for the log. */
export const currentJobFields = (): JobFields | undefined => context.active().getValue(jobKey) as JobFields | undefined;

function linkTo(extracted: Context) {
  const ids = trace.getSpanContext(extracted);
  return ids ? [{ context: ids }] : [];
}
