import { createRequire } from 'node:module';
import express, { Router, type Express } from 'express';
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

/** The portal's mark, `apps/portal/public/mark.svg`. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32" fill="none">
  <rect width="32" height="32" rx="8" fill="#3f51e0" />
  <g fill="#fff" stroke="#fff" stroke-width="2">
    <path d="M10.5 12.5 16 21.5l5.5-9" fill="none" stroke-linejoin="round" />
    <circle cx="10" cy="11" r="2.75" /><circle cx="22" cy="11" r="2.75" /><circle cx="16" cy="22" r="2.75" />
  </g>
</svg>`;

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
