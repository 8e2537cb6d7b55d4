import { randomBytes } from 'node:crypto';
import { IdInput } from '@portal/contract';
import { Router, type Request, type Response } from 'express';
import * as z from 'zod';
import { sendPage } from '../emulator/page.ts';
import { AuthApiError, type AuthApi } from './auth-api.ts';
import type { Connections } from './connections.ts';
import type { InstanceCookie } from './cookie.ts';
import { handshakeLifetimeMs, Handshakes } from './handshakes.ts';
import type { InstancePages } from './pages.ts';
import { workspaceUrl, workspacesUrl } from './portal-urls.ts';
import { refreshWorkspace } from './refresh.ts';

const ConnectQuery = z.object({
  code: z.string().min(1),
  workspaceId: IdInput,
  redirect: z.unknown().optional(),
  state: z.string().optional(),
});
type ConnectQuery = z.infer<typeof ConnectQuery>;
const RefreshQuery = z.object({ workspaceId: IdInput });

interface Instance {
  readonly api: AuthApi;
  readonly connections: Connections;
  readonly cookie: InstanceCookie;
  /** Identifies the browser during the login. */
  readonly browserCookie: InstanceCookie;
  readonly pages: InstancePages;
  readonly portalUrl: string;
}

/** Logging in from the portal, and refreshing the permissions of logged-in users. */
export function handshakeRoutes({ api, connections, cookie, browserCookie, pages, portalUrl }: Instance): Router {
  const routes = Router();
  const handshakes = new Handshakes();

  const withErrorPage = async (response: Response, workspaceId: string | null, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AuthApiError)) throw error;
      sendPage(response, pages.error(error, workspaceId));
    }
  };

  /**
   * A code without a state may come from the portal, or from an attacker who wants this browser to log in as them. The browser
   * is sent back for a new code with a state that only this browser has.
   */
  const startHandshake = (request: Request, response: Response, { code, workspaceId, redirect }: ConnectQuery) => {
    const browser = browserCookie.read(request) ?? randomBytes(32).toString('base64url');
    const state = handshakes.start(browser, workspaceId);
    if (state === null) throw new AuthApiError('unexpected response', '/go does not return the state');
    browserCookie.set(response, browser, handshakeLifetimeMs);
    const path = safeRedirectPath(redirect);
    response.redirect(303, api.goUrl(workspaceId, { state, code, ...(path !== null && { redirect: path }) }));
  };

  routes.get('/auth-connect', async (request, response) => {
    const query = ConnectQuery.safeParse(request.query);
    if (!query.success) {
      sendPage(response, pages.error(new AuthApiError('rejected', 'no code'), null));
      return;
    }
    const { code, workspaceId, redirect, state } = query.data;
    await withErrorPage(response, workspaceId, async () => {
      if (state === undefined) {
        startHandshake(request, response, query.data);
        return;
      }
      if (!handshakes.finish(state, browserCookie.read(request), workspaceId))
        throw new AuthApiError('state mismatch', 'this browser did not start the login with this state');
      const { user, workspace, token, role, sessionId } = await api.redeem({ code, state, workspaceId });
      const previous = cookie.read(request);
      if (previous !== undefined) connections.close(previous);
      cookie.set(
        response,
        connections.open(
          { user, workspace, token, portalSessionId: sessionId, role, approvalsEnabled: workspace.approvalsEnabled },
          safeRedirectPath(redirect),
        ),
      );
      // Remove the code from the URL, so that a reload does not redeem it again.
      response.redirect(303, '/');
    });
  });

  routes.get('/refresh-auth', async (request, response) => {
    const query = RefreshQuery.safeParse(request.query);
    if (!query.success) {
      response.redirect(303, workspacesUrl(portalUrl));
      return;
    }
    const { workspaceId } = query.data;
    await withErrorPage(response, workspaceId, async () => {
      await refreshWorkspace(api, connections, workspaceId);
      response.redirect(303, workspaceUrl(portalUrl, workspaceId));
    });
  });

  routes.get('/reconnect', async (request, response) => {
    const connection = connections.find(cookie.read(request))?.connection;
    if (!connection) {
      response.redirect(303, '/');
      return;
    }
    await withErrorPage(response, connection.workspace.id, async () => {
      try {
        connections.update({ ...connection, ...(await api.reconnect(connection.token)) });
        await refreshWorkspace(api, connections, connection.workspace.id);
      } catch (error) {
        if (error instanceof AuthApiError && error.kind === 'revoked') connections.remove(connection);
        throw error;
      }
      response.redirect(303, '/');
    });
  });
  return routes;
}

/** The path of a redirect parameter; null unless it is a path of this server. */
export function safeRedirectPath(redirect: unknown): string | null {
  if (typeof redirect !== 'string' || !redirect.startsWith('/')) return null;
  const origin = 'http://instance.invalid';
  if (!URL.canParse(redirect, origin)) return null;
  const url = new URL(redirect, origin);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null;
}
