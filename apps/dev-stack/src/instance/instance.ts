import { join } from 'node:path';
import { ConnectError, createInstance } from '@portal/instance';
import { nodeHandler } from '@portal/instance/node';
import type { Request, Response } from 'express';
import { sendPage, toResponse } from '../emulator/page.ts';
import { createEmulatorApp } from '../emulator/app.ts';
import { logToStdout, type Log } from '../emulator/request-log.ts';
import { listen, type RunningServer } from '../emulator/server.ts';
import { InstancePages } from './pages.ts';
import { SessionJournal } from './session-journal.ts';
import type { InstanceSettings } from './settings.ts';

const noApiTokens =
  'This instance accepts no API tokens, of users or of service accounts: it knows only users, who log in from the portal.\n';

/** Starts an instance emulator, which implements only the platform's login, with the kit of packages/instance. */
export async function startInstance(settings: InstanceSettings & { log?: Log }): Promise<RunningServer> {
  const { name, port, dataDir, authApiUrl, tokenIssuer, portalUrl, log = logToStdout } = settings;
  const sessions = new SessionJournal(join(dataDir, name, 'entered-sessions.jsonl'));
  const listener = await listen(port);
  const pages = new InstancePages(name, portalUrl);
  const instance = createInstance({
    apiUrl: authApiUrl,
    issuer: tokenIssuer,
    portalUrl,
    url: listener.url,
    // On the machine of a developer, every workspace is welcome.
    acceptsWorkspace: () => true,
    store: sessions,
    // The port is in the name, because cookies ignore ports.
    cookieName: `${name}-${new URL(listener.url).port}`,
    keysCooldownSeconds: 1,
    errorPage: (error, workspaceId) => toResponse(pages.error(error, workspaceId)),
    landingPath: () => '/',
  });

  const showSession = async (request: Request, response: Response) => {
    const session = await instance.authenticate(request);
    const key = instance.sessionKey(request);
    const isLoggedOut = key !== null && sessions.isLoggedOut(key);
    sendPage(response, session ? pages.session(session) : pages.notLoggedIn(isLoggedOut));
  };

  const refreshPermissions = async (request: Request, response: Response) => {
    const key = instance.sessionKey(request);
    const session = key === null ? null : await sessions.get(key);
    try {
      await instance.reconnect(request);
      response.redirect(303, '/');
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      sendPage(response, pages.error(error, session?.workspace.id ?? null));
    }
  };

  const app = createEmulatorApp(log);
  app.use((request, response, next) => {
    if (request.headers.authorization === undefined) next();
    else response.status(401).type('text').send(noApiTokens);
  });
  app.use(nodeHandler(instance));
  app.get('/', showSession);
  app.get('/reconnect', refreshPermissions);
  app.use((request, response) => {
    sendPage(response, pages.notFound(request.path));
  });
  listener.handle(app);
  return listener;
}
