import { Router } from 'express';
import type Provider from 'oidc-provider';
import { sendPage } from '../emulator/page.ts';
import { messagePage, toPortal } from './pages.ts';

interface Application {
  readonly clientId: string;
  readonly logoutUrls: readonly string[];
  readonly portalUrl?: string;
}

/** Auth0's logout: ends the session, then redirects to an allowed logout URL of the application. */
export function logoutRoutes(provider: Provider, { clientId, logoutUrls, portalUrl }: Application): Router {
  const routes = Router();
  routes.get('/v2/logout', async (request, response) => {
    const { returnTo, client_id: client } = request.query;
    const target = returnTo ?? logoutUrls[0];
    const isAllowed =
      typeof target === 'string' && logoutUrls.includes(target) && (client === undefined || client === clientId);
    if (!isAllowed) {
      const lead =
        'The URL in returnTo is not one of the application’s allowed logout URLs, or the application is unknown.';
      const action = toPortal(portalUrl);
      sendPage(response, messagePage({ title: 'Invalid logout link', lead, status: 400, action }));
      return;
    }
    const session = await provider.Session.get(provider.createContext(request, response));
    if (session.accountId !== undefined) await session.destroy();
    for (const name of ['auth0', 'auth0.sig'])
      response.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax' });
    response.redirect(302, target);
  });
  return routes;
}
