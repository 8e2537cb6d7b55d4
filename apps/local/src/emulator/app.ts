import express, { type Express } from 'express';
import { brandRoutes } from './brand.routes.ts';
import { requestLog, type Log } from './request-log.ts';

/** An Express app with what every emulator has: a request log, a health check, and the look of its pages. */
export function createEmulatorApp(log: Log): Express {
  const app = express().disable('x-powered-by');
  app.use(requestLog(log));
  app.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.use(brandRoutes());
  return app;
}
