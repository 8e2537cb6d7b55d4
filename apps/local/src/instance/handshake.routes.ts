import { randomBytes } from 'node:crypto';
import { PathId } from '@portal/contract';
import { Router, type Request, type Response } from 'express';
import * as z from 'zod';
import { sendPage } from '../stand-in/page.ts';
import { AuthApiError, type AuthApi } from './auth-api.ts';
import type { Connections } from './connections.ts';
import type { InstanceCookie } from './cookie.ts';
import { handshakeLifetimeMs, Handshakes } from './handshakes.ts';
import { ownPath } from './own-path.ts';
import type { InstancePages } from './pages.ts';
import { workspaceAt, workspacesAt } from './portal-addresses.ts';
import { refreshWorkspace } from './refresh.ts';

const ConnectQuery = z.object({
  code: z.string().min(1),
  workspaceId: PathId,
  redirect: z.unknown().optional(),
  state: z.string().optional(),
});
type ConnectQuery = z.infer<typeof ConnectQuery>;
const RefreshQuery = z.object({ workspaceId: PathId });

interface Instance {
  readonly api: AuthApi;
  readonly connections: Connections;
  readonly cookie: InstanceCookie;
  /** Identifies the browser that logs in. */
  readonly browserCookie: InstanceCookie;
  readonly pages: InstancePages;
  readonly portalUrl: string;
}

/** How people come in, and how the portal and they themselves have their rights read again. */
export function handshakeRoutes({ api, connections, cookie, browserCookie, pages, portalUrl }: Instance): Router {
  const routes = Router();
  const handshakes = new Handshakes();

  const withFailurePage = async (response: Response, workspaceId: string | null, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof AuthApiError)) throw error;
      sendPage(response, pages.failure(error, workspaceId));
    }
  };

  /**
   * A code without a state was launched from the portal, or by somebody who wants this browser to log in as them. The browser
   * goes back for another code, with a state that only this browser has.
   */
  const startHandshake = (request: Request, response: Response, { code, workspaceId, redirect }: ConnectQuery) => {
    const browser = browserCookie.read(request) ?? randomBytes(32).toString('base64url');
    const state = handshakes.start(browser, workspaceId);
    if (state === null) throw new AuthApiError('not understood', '/go does not send the state back');
    browserCookie.set(response, browser, handshakeLifetimeMs);
    const path = ownPath(redirect);
    response.redirect(303, api.goAddress(workspaceId, { state, code, ...(path !== null && { redirect: path }) }));
  };

  routes.get('/auth-connect', async (request, response) => {
    const query = ConnectQuery.safeParse(request.query);
    if (!query.success) {
      sendPage(response, pages.failure(new AuthApiError('refused', 'no code'), null));
      return;
    }
    const { code, workspaceId, redirect, state } = query.data;
    await withFailurePage(response, workspaceId, async () => {
      if (state === undefined) {
        startHandshake(request, response, query.data);
        return;
      }
      if (!handshakes.finish(state, browserCookie.read(request), workspaceId))
        throw new AuthApiError('not started here', 'the state is not one of this browser');
      const { user, workspace, token } = await api.redeem({ code, state, workspaceId });
      const members = await api.members(token, workspaceId);
      const { approvalsEnabled } = await api.workspace(token, workspaceId);
      const role = members.find(({ userId }) => userId === user.id)?.role;
      if (!role) throw new AuthApiError('bad token', 'the person is not a member');
      const former = cookie.read(request);
      if (former !== undefined) connections.close(former);
      cookie.set(response, connections.open({ user, workspace, token, role, approvalsEnabled }, ownPath(redirect)));
      // The code leaves the address bar: a reload must not use it again.
      response.redirect(303, '/');
    });
  });

  routes.get('/refresh-auth', async (request, response) => {
    const query = RefreshQuery.safeParse(request.query);
    if (!query.success) {
      response.redirect(303, workspacesAt(portalUrl));
      return;
    }
    const { workspaceId } = query.data;
    await withFailurePage(response, workspaceId, async () => {
      await refreshWorkspace(api, connections, workspaceId);
      response.redirect(303, workspaceAt(portalUrl, workspaceId));
    });
  });

  routes.get('/reconnect', async (request, response) => {
    const connection = connections.find(cookie.read(request))?.connection;
    if (!connection) {
      response.redirect(303, '/');
      return;
    }
    await withFailurePage(response, connection.workspace.id, async () => {
      try {
        connections.update({ ...connection, ...(await api.reconnect(connection.token)) });
        await refreshWorkspace(api, connections, connection.workspace.id);
      } catch (error) {
        if (error instanceof AuthApiError && error.kind === 'revoked') connections.forget(connection);
        throw error;
      }
      response.redirect(303, '/');
    });
  });
  return routes;
}
