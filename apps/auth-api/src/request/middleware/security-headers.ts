import { requestUlidHeader } from '@portal/contract';
import cors from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Settings } from '../../platform/config/settings.ts';

/** Security headers, CORS for the portal, and no caching unless a call allows it. */
export function securityHeaders({ PORTAL_URL }: Pick<Settings, 'PORTAL_URL'>): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      referrerPolicy: { policy: 'no-referrer' },
      crossOriginResourcePolicy: { policy: 'same-site' },
    }),
    (_req, res, next) => {
      res.set('Cache-Control', 'no-store');
      next();
    },
    cors({
      origin: new URL(PORTAL_URL).origin,
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['content-type', requestUlidHeader, 'traceparent', 'tracestate', 'baggage'],
      exposedHeaders: [
        'Date',
        'X-Request-Id',
        'Content-Disposition',
        'Link',
        'Retry-After',
        'RateLimit',
        'RateLimit-Policy',
      ],
      maxAge: 3_600,
    }),
  ];
}
