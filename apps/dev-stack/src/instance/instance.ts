import { join } from 'node:path';
import { sendPage } from '../emulator/page.ts';
import { createEmulatorApp } from '../emulator/app.ts';
import { logToStdout, type Log } from '../emulator/request-log.ts';
import { listen, type RunningServer } from '../emulator/server.ts';
import { AuthApi } from './auth-api.ts';
import { Connections } from './connections.ts';
import { InstanceCookie } from './cookie.ts';
import { handshakeRoutes } from './handshake.routes.ts';
import { logoutRoutes } from './logout.routes.ts';
import { InstancePages } from './pages.ts';
import type { InstanceSettings } from './settings.ts';

const noApiTokens =
  'This instance accepts no API tokens, of users or of service accounts: it knows only users, who log in from the portal.\n';

/** Starts an instance emulator, which implements only the platform's login. */
export async function startInstance(settings: InstanceSettings & { log?: Log }): Promise<RunningServer> {
  const { name, port, dataDir, authApiUrl, tokenIssuer, portalUrl, log = logToStdout } = settings;
  const connections = new Connections(join(dataDir, name));
  const listener = await listen(port);
  const cookie = new InstanceCookie({ name, url: listener.url }, 'session');
  const pages = new InstancePages(name, portalUrl);

  const app = createEmulatorApp(log);
  app.use((request, response, next) => {
    if (request.headers.authorization === undefined) next();
    else response.status(401).type('text').send(noApiTokens);
  });
  app.get('/', (request, response) => {
    const secret = cookie.read(request);
    const session = connections.find(secret);
    const isLoggedOut = connections.isLoggedOut(secret);
    sendPage(response, session ? pages.session(session.connection, session.redirect) : pages.notLoggedIn(isLoggedOut));
  });
  const api = new AuthApi(authApiUrl, tokenIssuer);
  app.use(logoutRoutes({ api, connections }));
  app.use(
    handshakeRoutes({
      api,
      connections,
      cookie,
      browserCookie: new InstanceCookie({ name, url: listener.url }, 'browser'),
      pages,
      portalUrl,
    }),
  );
  app.use((request, response) => {
    sendPage(response, pages.notFound(request.path));
  });
  listener.handle(app);
  return listener;
}
