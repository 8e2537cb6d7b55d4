import { context as activeContext } from '@opentelemetry/api';
import { requestIdHeader, type Call, type ProblemType } from '@portal/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { Fault } from '../fault.ts';
import { requestLogger } from '../log.ts';
import { newId } from '../new-id.ts';
import { asUlid, beginRequestTrace, endRequestTrace, tellSpan, type RequestTrace } from '../tracing/request-trace.ts';
import type { Services } from '../services.ts';
import type { Actor } from './actor.ts';
import type { KnownOfRequest } from '../tracing/request-line.ts';

/** What is known of a request while it runs; it ends as one line of the log and one span. */
export class RequestContext {
  readonly request: { readonly id: string; readonly ip: string | null; readonly userAgent: string | null };
  readonly #startedAt = performance.now();
  readonly #req: Request;
  readonly #rootLog: Logger;
  readonly #trace: RequestTrace;
  readonly #known: KnownOfRequest;
  #call: Call | null = null;

  constructor(req: Request, trace: RequestTrace, rootLog: Logger) {
    const id = newId();
    this.request = { id, ip: req.ip ?? null, userAgent: req.headers['user-agent'] ?? null };
    this.#req = req;
    this.#rootLog = rootLog;
    this.#trace = trace;
    const requestUlid = asUlid(req.get(requestIdHeader));
    this.#known = { requestId: id, requestUlid, changeSetId: trace.changeSetId, method: req.method, route: null };
    tellSpan(trace.span, this.#known);
  }

  /** Tells of each line what is known of the request by then. */
  get log(): Logger {
    return this.#rootLog.child(this.#known);
  }

  get call(): Call | null {
    return this.#call;
  }

  /** Notes which route it takes, and which call that is, once that is known. */
  match(route: string, named?: { readonly name: string; readonly call: Call }): void {
    this.#call = named?.call ?? null;
    this.#known.route = route;
    this.#known.call = named?.name;
    this.#known.workspaceId = asUlid(this.#req.params['workspaceId']) ?? this.#trace.workspaceId;
    tellSpan(this.#trace.span, this.#known);
    this.#trace.span.updateName(`${this.#req.method} ${route}`);
  }

  /** Notes who makes it, once that is known. */
  identify({ user, credential, membership }: Actor): void {
    this.#known.userId = user.id;
    this.#known.credential = credential.kind;
    this.#known.workspaceId ??= membership?.workspaceId;
    tellSpan(this.#trace.span, this.#known);
  }

  /** Notes the type of the failure that it is answered with, and the names of the fields that were refused. */
  fail(type: ProblemType, fields: readonly string[] | undefined): void {
    this.#known.failure = type;
    this.#known.fields = fields;
  }

  /** The fields of its log line, now that it is over. */
  end({ headersSent, statusCode, writableFinished }: Response): KnownOfRequest {
    const { failure } = this.#known;
    const { traceId, spanId } = this.#trace.span.spanContext();
    const status = headersSent ? statusCode : null;
    endRequestTrace(this.#trace, status, failure);
    return {
      ...this.#known,
      traceId,
      spanId,
      kind: failure === 'NotFound' ? 'unknown path' : undefined,
      status,
      ms: Math.round((performance.now() - this.#startedAt) * 10) / 10,
      aborted: writableFinished ? undefined : true,
    };
  }
}

/** The context of the request that this response answers. */
export function contextOf({ locals }: Response): RequestContext {
  const context = locals['context'] as RequestContext | undefined;
  if (!context) throw new Fault('The request has no context yet.');
  return context;
}

/** Gives each request an id, a trace and a logger, and tells of it once when it ends. */
export function requestContext({ log: rootLog, metrics }: Pick<Services, 'log' | 'metrics'>): RequestHandler {
  const logRequest = requestLogger(rootLog);
  return (req, res, next) => {
    const trace = beginRequestTrace(req);
    const context = new RequestContext(req, trace, rootLog);
    res.locals['context'] = context;
    res.setHeader('x-request-id', context.request.id);
    res.on('close', () => {
      const line = context.end(res);
      logRequest(line);
      metrics.countRequest(line);
    });
    activeContext.with(trace.context, next);
  };
}
