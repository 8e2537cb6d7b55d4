import { requestIdHeader, ulidPattern, type Call } from '@portal/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { ulid } from 'ulid';
import type { Actor } from './actor.ts';

/** What is known of a request while it runs; it ends as one line of the log. */
export interface RequestContext {
  readonly request: { readonly id: string; readonly ip: string | null; readonly userAgent: string | null };
  log: Logger;
  /** The pattern of the matched route, never the address itself: that may hold codes. */
  route: string | null;
  call: Call | null;
  identify(actor: Actor): void;
}

const contexts = new WeakMap<Response, RequestContext>();

/** The context of the request that this response answers. */
export function contextOf(res: Response): RequestContext {
  const context = contexts.get(res);
  if (!context) throw new Error('The request has no context yet.');
  return context;
}

/** Gives each request an id and a logger, and logs it once when it ends. */
export function requestContext(rootLog: Logger): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const id = ulid();
    const context: RequestContext = {
      request: { id, ip: req.ip ?? null, userAgent: req.get('user-agent') ?? null },
      log: rootLog.child({ requestId: id, requestUlid: callersUlid(req), traceId: traceIdOf(req) }),
      route: null,
      call: null,
      identify(actor) {
        context.log = context.log.child({ userId: actor.user.id, credential: actor.credential.kind });
      },
    };
    contexts.set(res, context);
    res.set('X-Request-Id', id);
    res.on('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const aborted = res.writableFinished ? undefined : true;
      context.log.info({ method: req.method, route: context.route, status: res.statusCode, ms, aborted }, 'request');
    });
    next();
  };
}

function callersUlid(req: Request): string | undefined {
  const given = req.get(requestIdHeader);
  return given !== undefined && ulidPattern.test(given) ? given : undefined;
}

function traceIdOf(req: Request): string | undefined {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(req.get('traceparent') ?? '')?.[1];
}
