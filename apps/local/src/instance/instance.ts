import { join } from 'node:path';
import express from 'express';
import { sendPage, serveStylesheet } from '../stand-in/page.ts';
import { requestLog, toStdout, type Log } from '../stand-in/request-log.ts';
import { listen, type Running } from '../stand-in/server.ts';
import { AuthApi } from './auth-api.ts';
import { Connections } from './connections.ts';
import { InstanceCookie } from './cookie.ts';
import { handshakeRoutes } from './handshake.routes.ts';
import { InstancePages } from './pages.ts';
import type { InstanceSettings } from './settings.ts';

/** Starts an instance emulator: of the platform it implements only the login. */
export async function startInstance(settings: InstanceSettings & { log?: Log }): Promise<Running> {
  const { name, port, dataDir, authApiUrl, portalUrl, log = toStdout } = settings;
  const connections = new Connections(join(dataDir, name));
  const listener = await listen(port);
  const cookie = new InstanceCookie({ name, url: listener.url }, 'session');
  const pages = new InstancePages(name, portalUrl);

  const app = express().disable('x-powered-by');
  app.use(requestLog(log));
  app.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/stand-in.css', serveStylesheet);
  app.get('/', (request, response) => {
    const session = connections.find(cookie.read(request));
    sendPage(response, session ? pages.session(session.connection, session.redirect) : pages.nobody());
  });
  app.use(
    handshakeRoutes({
      api: new AuthApi(authApiUrl),
      connections,
      cookie,
      browserCookie: new InstanceCookie({ name, url: listener.url }, 'browser'),
      pages,
      portalUrl,
    }),
  );
  app.use((request, response) => {
    sendPage(response, pages.nothing(request.path));
  });
  listener.answer(app);
  return listener;
}
