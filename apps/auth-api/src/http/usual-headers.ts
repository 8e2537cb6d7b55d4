import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { requestIdHeader } from '@portal/contract';
import type { Settings } from '../settings.ts';

type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

const corsRules = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['content-type', requestIdHeader, 'traceparent', 'tracestate', 'baggage'],
  exposedHeaders: ['X-Request-Id', 'Content-Disposition', 'Link', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
  maxAge: 3_600,
};

/** Sets the headers that every answer has, and answers a browser’s question whether it may ask. */
export function usualHeaders(settings: Pick<Settings, 'PORTAL_URL'>): RequestHandler {
  const security = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
  const crossOrigin = cors({ origin: new URL(settings.PORTAL_URL).origin, credentials: true, ...corsRules });
  const ofSecurity = headersOf(security);
  const ofAnswers = [...ofSecurity, ...headersOf(crossOrigin)];
  return function setUsualHeaders(req, res, next) {
    const isQuestion = req.method === 'OPTIONS';
    for (const [name, value] of isQuestion ? ofSecurity : ofAnswers) res.setHeader(name, value);
    // Answers are never cached.
    res.setHeader('cache-control', 'no-store');
    if (isQuestion) crossOrigin(req, res, next);
    else next();
  };
}

/**
 * What a middleware sets, which is the same for every request: to be asked each time takes longer than to set it. In
 * lower case, as Node keeps a name: it would make each anew otherwise, and V8 look up what it made.
 */
function headersOf(middleware: Middleware): readonly (readonly [name: string, value: string])[] {
  const headers = new Map<string, string>();
  const req = new IncomingMessage(new Socket());
  req.method = 'GET';
  const res = new ServerResponse(req);
  res.setHeader = (name, value) => {
    headers.set(name.toLowerCase(), String(value));
    return res;
  };
  middleware(req, res, () => undefined);
  return [...headers];
}
