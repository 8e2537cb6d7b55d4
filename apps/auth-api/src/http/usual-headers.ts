import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { requestIdHeader } from '@portal/contract';
import type { Settings } from '../settings.ts';
import { readyHead } from './ready-head.ts';

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
  const ofSecurity = [...headersOf(security), ['cache-control', 'no-store'] as const];
  const beginQuestion = readyHead(ofSecurity);
  const beginAnswer = readyHead([...ofSecurity, ...headersOf(crossOrigin)]);
  return function setUsualHeaders(req, res, next) {
    if (req.method === 'OPTIONS') {
      beginQuestion(res);
      crossOrigin(req, res, next);
    } else {
      beginAnswer(res);
      next();
    }
  };
}

/** What a middleware sets, which is the same for every request. */
function headersOf(middleware: Middleware): (readonly [name: string, value: string])[] {
  const req = new IncomingMessage(new Socket());
  req.method = 'GET';
  const res = new ServerResponse(req);
  middleware(req, res, () => undefined);
  return Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]);
}
