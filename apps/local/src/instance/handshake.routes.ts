import { PathId } from '@portal/contract';
import { Router, type Response } from 'express';
import * as z from 'zod';
import { sendPage } from '../stand-in/page.ts';
import { AuthApiError, type AuthApi } from './auth-api.ts';
import type { Connections } from './connections.ts';
import type { InstanceCookie } from './cookie.ts';
import { ownPath } from './own-path.ts';
import type { InstancePages } from './pages.ts';
import { workspaceAt, workspacesAt } from './portal-addresses.ts';
import { refreshWorkspace } from './refresh.ts';

const ConnectQuery = z.object({ code: z.string().min(1), workspaceId: PathId, redirect: z.unknown().optional() });
const RefreshQuery = z.object({ workspaceId: PathId });

interface Instance {
  readonly api: AuthApi;
  readonly connections: Connections;
  readonly cookie: InstanceCookie;
  readonly pages: InstancePages;
  readonly portalUrl: string;
}

/** How people come in, and how the portal and they themselves have their rights read again. */
export function handshakeRoutes({ api, connections, cookie, pages, portalUrl }: Instance): Router {
  const routes = Router();

  const withFailurePage = async (response: Response, workspaceId: string | null, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof AuthApiError)) throw error;
      sendPage(response, pages.failure(error, workspaceId));
    }
  };

  routes.get('/auth-connect', async (request, response) => {
    const query = ConnectQuery.safeParse(request.query);
    if (!query.success) {
      sendPage(response, pages.failure(new AuthApiError('refused', 'no code'), null));
      return;
    }
    const { code, workspaceId, redirect } = query.data;
    await withFailurePage(response, workspaceId, async () => {
      const { user, workspace, token } = await api.redeem(code, workspaceId);
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
