import { join } from 'node:path';
import express from 'express';
import { sendPage, serveStylesheet } from '../stand-in/page.ts';
import { requestLog, toStdout, type Log } from '../stand-in/request-log.ts';
import { listen, type Running } from '../stand-in/server.ts';
import { AuthApi } from './auth-api.ts';
import { Connections } from './connections.ts';
import { readCookie } from './cookie.ts';
import { handshakeRoutes } from './handshake.routes.ts';
import { nobodyPage, nothingPage, sessionPage } from './pages.ts';
import type { InstanceSettings } from './settings.ts';

/** Starts an instance that knows of the platform only how people get in. */
export async function startInstance(settings: InstanceSettings & { log?: Log }): Promise<Running> {
  const { port, dataDir, authApiUrl, portalUrl, log = toStdout } = settings;
  const connections = new Connections(join(dataDir, 'instance'));
  const listener = await listen(port);

  const app = express().disable('x-powered-by');
  app.use(requestLog(log));
  app.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/stand-in.css', serveStylesheet);
  app.get('/', (request, response) => {
    const session = connections.find(readCookie(request));
    const page = session ? sessionPage(session.connection, session.redirect, portalUrl) : nobodyPage(portalUrl);
    sendPage(response, page);
  });
  app.use(handshakeRoutes(new AuthApi(authApiUrl), connections, portalUrl));
  app.use((request, response) => {
    sendPage(response, nothingPage(request.path));
  });
  listener.answer(app);
  return listener;
}
