import { context as activeContext } from '@opentelemetry/api';
import { requestIdHeader, type Call, type ProblemType } from '@portal/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { Fault } from '../fault.ts';
import { newId } from '../new-id.ts';
import { asUlid, beginRequestTrace, endRequestTrace, tellSpan, type RequestTrace } from '../tracing/request-trace.ts';
import type { Services } from '../services.ts';
import type { Actor } from './actor.ts';
import type { KnownOfRequest } from '../tracing/request-line.ts';

/** What is known of a request while it runs; it ends as one line of the log and one span. */
export interface RequestContext {
  readonly request: { readonly id: string; readonly ip: string | null; readonly userAgent: string | null };
  /** Tells of each line what is known of the request by then. */
  readonly log: Logger;
  readonly call: Call | null;
  /** Notes which route it takes, and which call that is, once that is known. */
  match(route: string, named?: { readonly name: string; readonly call: Call }): void;
  /** Notes who makes it, once that is known. */
  identify(actor: Actor): void;
  /** Notes the type of the failure that it is answered with, and the names of the fields that were refused. */
  fail(type: ProblemType, fields: readonly string[] | undefined): void;
}

const contexts = new WeakMap<Response, RequestContext>();

/** The context of the request that this response answers. */
export function contextOf(res: Response): RequestContext {
  const context = contexts.get(res);
  if (!context) throw new Fault('The request has no context yet.');
  return context;
}

/** Gives each request an id, a trace and a logger, and tells of it once when it ends. */
export function requestContext({ log: rootLog, metrics }: Pick<Services, 'log' | 'metrics'>): RequestHandler {
  // Of this line every field is known, and none is secret: looking for some costs more than to write it.
  const lines = rootLog.child({}, { redact: [] });
  return (req, res, next) => {
    const startedAt = performance.now();
    const trace = beginRequestTrace(req);
    const known: KnownOfRequest = { route: null };
    const context = contextFor(req, trace, known, rootLog);
    contexts.set(res, context);
    res.set('X-Request-Id', context.request.id);
    res.on('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const status = res.headersSent ? res.statusCode : null;
      const aborted = res.writableFinished ? undefined : true;
      const kind = known.failure === 'NotFound' ? 'unknown path' : undefined;
      const line = { ...known, kind, method: req.method, status, ms, aborted };
      activeContext.with(trace.context, () => lines.info(line, 'request'));
      endRequestTrace(trace, status, known.failure);
      metrics.countRequest({ call: known.call, status, failure: known.failure, ms });
    });
    activeContext.with(trace.context, next);
  };
}

function contextFor(req: Request, trace: RequestTrace, known: KnownOfRequest, rootLog: Logger): RequestContext {
  const id = newId();
  let call: Call | null = null;
  const note = (more: KnownOfRequest) => {
    Object.assign(known, more);
    tellSpan(trace.span, more);
  };
  note({ requestId: id, requestUlid: asUlid(req.get(requestIdHeader)), changeSetId: trace.changeSetId });
  return {
    request: { id, ip: req.ip ?? null, userAgent: req.get('user-agent') ?? null },
    get log() {
      return rootLog.child(known);
    },
    get call() {
      return call;
    },
    match(route, named) {
      call = named?.call ?? null;
      note({ route, call: named?.name, workspaceId: asUlid(req.params['workspaceId']) ?? trace.workspaceId });
      trace.span.updateName(`${req.method} ${route}`);
    },
    identify({ user, credential, membership }) {
      const workspaceId = known.workspaceId ?? membership?.workspaceId;
      note({ userId: user.id, credential: credential.kind, workspaceId });
    },
    fail(type, fields) {
      Object.assign(known, { failure: type, fields });
    },
  };
}
