import path from 'node:path';
import { securityTxt, type PortalSettings } from '@portal/contract';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type Response } from 'express';
import { securityHeaders } from './portal-headers.ts';
import { systemErrorCode } from './start-failure.ts';

export interface PortalOptions {
  folder: string;
  settings: PortalSettings;
  https: boolean;
}

/** Serves the built portal: its files, its settings, and its one page for every path of the router. */
export function portalHandler({ folder, settings, https }: PortalOptions): Express {
  const headers = securityHeaders(settings, https);
  const app = express();
  app.disable('x-powered-by');

  app.use((request, response, next) => {
    response.set(headers);
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else plain(response.set('Allow', 'GET, HEAD').status(405), 'Only GET is served here.');
  });
  app.use(compression());

  app.get('/health', (_request, response) => plain(response, 'ok'));
  app.get('/.well-known/security.txt', (_request, response) =>
    plain(response, securityTxt(settings.supportEmail, new Date()).trimEnd()),
  );
  app.get('/config.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').json(settings);
  });

  // The build puts a hash of the content into the names of assets; other files keep their names from build to build.
  app.use('/assets', express.static(path.join(folder, 'assets'), { index: false, maxAge: '1y', immutable: true }));
  app.use('/assets', (_request, response) => plain(response.status(404), 'There is no such file.'));
  app.use(
    express.static(folder, {
      index: false,
      setHeaders: (response, file) =>
        response.setHeader('Cache-Control', /\.(svg|png|ico|woff2)$/.test(file) ? 'public, max-age=3600' : 'no-cache'),
    }),
  );
  app.get('/{*path}', (_request, response, next) => {
    response.sendFile('index.html', { root: folder, headers: { 'Cache-Control': 'no-cache' } }, (error?: Error) => {
      if (error && systemErrorCode(error) === 'ENOENT') plain(response.status(503), 'The portal is not built yet.');
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
    plain(response.status(400), 'This address is malformed.');
  } else {
    process.stderr.write(`${String(error)}\n`);
    plain(response.status(500), 'The portal could not be read.');
  }
};

/** Express gives an address that it can't decode this status. */
const isBadRequest = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 400;

function plain(response: Response, text: string): void {
  response.set('Cache-Control', 'no-store').type('text/plain').send(`${text}\n`);
}
