import { createRequire } from 'node:module';
import express, { Router, type Express } from 'express';
import { mark } from './mark.ts';
import { requestLog, type Log } from './request-log.ts';
import { stylesheet } from './stylesheet.ts';

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

const packages = createRequire(import.meta.url);
const fonts = {
  'inter.woff2': packages.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  'jetbrains-mono.woff2': packages.resolve(
    '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  ),
};

/** The style sheet, the mark and the fonts of the emulators' pages: those of the portal. */
function brandRoutes(): Router {
  const routes = Router();
  routes.get('/emulator.css', (_request, response) => {
    response.type('css').set('Cache-Control', 'max-age=300').send(stylesheet);
  });
  routes.get('/emulator/mark.svg', (_request, response) => {
    response.type('svg').set('Cache-Control', 'max-age=3600').send(mark);
  });
  for (const [name, file] of Object.entries(fonts)) {
    routes.get(`/emulator/${name}`, (_request, response) => {
      response.sendFile(file, { dotfiles: 'allow', maxAge: '1h' });
    });
  }
  return routes;
}
