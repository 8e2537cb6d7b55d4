import path from 'node:path';
import { securityTxt, type PortalSettings } from '@portal/contract';
import express, { type ErrorRequestHandler, type Express, type Response } from 'express';
import sirv from 'sirv';
import { createApiProxy, isForApi } from './api-proxy.ts';
import { securityHeaders } from './security-headers.ts';
import { errorCode } from '../errors.ts';

export interface PortalOptions {
  folder: string;
  settings: PortalSettings;
  https: boolean;
  apiUpstream?: string | undefined;
}

/** Serves the built portal: its assets, `/config.json`, and `index.html` for every other path; and the API under `/api`, if it has no host of its own. */
export function createPortalApp({ folder, settings, https, apiUpstream }: PortalOptions): Express {
  const headers = securityHeaders(settings, https);
  const app = express();
  app.disable('x-powered-by');
  if (apiUpstream !== undefined) {
    const proxy = createApiProxy(apiUpstream);
    app.use((request, response, next) => {
      if (isForApi(request.path)) proxy(request, response);
      else next();
    });
  }

  app.use((request, response, next) => {
    response.set(headers);
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else sendText(response.set('Allow', 'GET, HEAD').status(405), 'Method not allowed.');
  });

  app.get('/health', (_request, response) => sendText(response, 'ok'));
  app.get('/.well-known/security.txt', (_request, response) =>
    sendText(response, securityTxt(settings.supportEmail, new Date()).trimEnd()),
  );
  app.get('/config.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').json(settings);
  });

  // Asset names contain a content hash. Other files keep their names from build to build.
  // As in production, the build has compressed them.
  app.use(
    '/assets',
    sirv(path.join(folder, 'assets'), {
      dev: true,
      brotli: true,
      gzip: true,
      extensions: [],
      setHeaders: (response) => response.setHeader('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  );
  app.use('/assets', (_request, response) => sendText(response.status(404), 'File not found.'));
  app.use(
    express.static(folder, {
      index: false,
      setHeaders: (response, file) =>
        response.setHeader('Cache-Control', /\.(svg|png|ico|woff2)$/.test(file) ? 'public, max-age=3600' : 'no-cache'),
    }),
  );
  app.get('/{*path}', (_request, response, next) => {
    response.sendFile('index.html', { root: folder, headers: { 'Cache-Control': 'no-cache' } }, (error?: Error) => {
      if (error && errorCode(error) === 'ENOENT') sendText(response.status(503), 'The portal has not been built.');
      else if (error) next(error);
    });
  });
  app.use(handleError);
  return app;
}

const handleError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) {
    next(error);
  } else if (isBadRequest(error)) {
    sendText(response.status(400), 'Malformed URL.');
  } else {
    process.stderr.write(`${String(error)}\n`);
    sendText(response.status(500), 'The portal could not be served.');
  }
};

/** Express reports a URL that it cannot decode with this status. */
const isBadRequest = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 400;

function sendText(response: Response, text: string): void {
  response.set('Cache-Control', 'no-store').type('text/plain').send(`${text}\n`);
}
