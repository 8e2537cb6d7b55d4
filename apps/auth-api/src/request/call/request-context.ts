import { context as activeContext } from '@opentelemetry/api';
import { healthCalls, requestUlidHeader, type Call, type ErrorType } from '@portal/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Actor } from '../account/actor.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { newId } from '../../platform/lib/ids.ts';
import { createRequestLogger } from '../../platform/observability/logger.ts';
import { withRequestId } from '../../platform/observability/request-id.ts';
import type { PartialRequestLog } from '../../platform/observability/request-log.ts';
import {
  endRequestTrace,
  setSpanAttributes,
  startRequestTrace,
  ulidOrUndefined,
  type RequestTrace,
} from '../../platform/observability/request-trace.ts';
import { traceFields } from '../../platform/observability/spans.ts';
import type { Services } from './services.ts';

/** How much of the header is kept, in sessions and audit entries. */
const maxUserAgentLength = 500;

/** Collects what is known about a request. When the request ends, it becomes one log line and one span. */
export class RequestContext {
  readonly request: { readonly id: string; readonly ip: string | null; readonly userAgent: string | null };
  readonly #startedAt = performance.now();
  readonly #req: Request;
  readonly #rootLog: Logger;
  readonly #trace: RequestTrace;
  readonly #fields: PartialRequestLog;
  #call: Call | null = null;
  #actor: Actor | null = null;

  constructor(req: Request, trace: RequestTrace, rootLog: Logger) {
    const id = newId();
    this.request = { id, ip: req.ip ?? null, userAgent: req.get('user-agent')?.slice(0, maxUserAgentLength) ?? null };
    this.#req = req;
    this.#rootLog = rootLog;
    this.#trace = trace;
    const requestUlid = ulidOrUndefined(req.get(requestUlidHeader));
    this.#fields = {
      'si.request.id': id,
      'si.request.ulid': requestUlid,
      'si.change_set.id': trace.changeSetId,
      'http.request.method': req.method,
    };
    setSpanAttributes(trace.span, this.#fields);
  }

  /** A logger whose lines have the fields that are known so far. */
  get log(): Logger {
    return this.#rootLog.child(this.#fields);
  }

  get call(): Call | null {
    return this.#call;
  }

  /** As the request authenticated. Null before, and without authentication. */
  get actor(): Actor | null {
    return this.#actor;
  }

  /** Whether the route is one for OAuth clients (`Wire` of the call table), also with a method that it does not have. */
  get isOAuth(): boolean {
    return this.#fields['http.route']?.startsWith('/oauth/') ?? false;
  }

  /** Sets the matched route, and the call if the route belongs to one. */
  setRoute(route: string, matched?: { readonly name: string; readonly call: Call }): void {
    this.#call = matched?.call ?? null;
    this.#fields['http.route'] = route;
    this.#fields['si.call'] = matched?.name;
    this.#fields['si.workspace.id'] = ulidOrUndefined(this.#req.params['workspaceId']) ?? this.#trace.workspaceId;
    setSpanAttributes(this.#trace.span, this.#fields);
    this.#trace.span.updateName(`${this.#req.method} ${route}`);
  }

  setActor(actor: Actor): void {
    this.#actor = actor;
    const { user, serviceAccount, credential, membership } = actor;
    this.#fields['user.id'] = user?.id;
    this.#fields['si.service_account.id'] = serviceAccount?.id;
    this.#fields['si.credential'] = credential.kind;
    this.#fields['si.workspace.id'] ??= membership?.workspaceId;
    setSpanAttributes(this.#trace.span, this.#fields);
  }

  /** Sets the type of the error response, and the names of the rejected fields. */
  setError(type: ErrorType, fields: readonly string[] | undefined): void {
    this.#fields['error.type'] = type;
    this.#fields['si.error.fields'] = fields;
  }

  /** Ends the span and returns the fields of the log line. */
  finish({ headersSent, statusCode, writableFinished }: Response): PartialRequestLog {
    const status = headersSent ? statusCode : undefined;
    endRequestTrace(this.#trace, status, this.#fields['error.type']);
    return {
      ...this.#fields,
      ...traceFields(this.#trace.span.spanContext()),
      'http.response.status_code': status,
      'http.server.request.duration': Math.round((performance.now() - this.#startedAt) * 10) / 10_000,
      'si.response.aborted': writableFinished ? undefined : true,
    };
  }
}

/** The context of the request that this response belongs to. */
export function contextOf({ locals }: Response): RequestContext {
  const context = locals['context'] as RequestContext | undefined;
  if (!context) throw new AppError('The request context middleware has not run.');
  return context;
}

const probes: ReadonlySet<Call | null> = new Set([healthCalls.getLiveness, healthCalls.getReadiness]);

/** Gives each request an id, a trace and a logger. Logs and counts the request when it ends. */
export function requestContext({ log: rootLog, metrics }: Pick<Services, 'log' | 'metrics'>): RequestHandler {
  const logRequest = createRequestLogger(rootLog);
  return (req, res, next) => {
    const trace = startRequestTrace(req);
    const context = new RequestContext(req, trace, rootLog);
    res.locals['context'] = context;
    res.setHeader('x-request-id', context.request.id);
    res.on('close', () => {
      const fields = context.finish(res);
      // Each replica is probed every few seconds. A probe that fails is logged.
      const hasPassedProbe = probes.has(context.call) && fields['http.response.status_code'] === 200;
      logRequest(fields, hasPassedProbe ? 'debug' : 'info');
      metrics.countRequest({
        call: fields['si.call'],
        status: fields['http.response.status_code'],
        errorType: fields['error.type'],
        seconds: fields['http.server.request.duration'],
      });
    });
    activeContext.with(withRequestId(trace.context, context.request.id), next);
  };
}
