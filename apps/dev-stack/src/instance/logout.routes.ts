import express, { Router } from 'express';
import * as z from 'zod';
import { AuthApiError, type AuthApi } from './auth-api.ts';
import type { Connections } from './connections.ts';

const LogoutRequest = z.object({ logout_token: z.string() });

/** OpenID Connect Back-Channel Logout 1.0: the API reports that a portal session ended. */
export function logoutRoutes({ api, connections }: { api: AuthApi; connections: Connections }): Router {
  const routes = Router();
  routes.post(
    '/backchannel-logout',
    express.urlencoded({ extended: false, limit: '10kb' }),
    async (request, response) => {
      response.set('Cache-Control', 'no-store');
      const body = LogoutRequest.safeParse(request.body);
      if (!body.success) {
        response.status(400).json({ error: 'invalid_request' });
        return;
      }
      try {
        connections.logOut(await api.verifyLogoutToken(body.data.logout_token, connections.workspaceIds()));
        response.status(200).end();
      } catch (error) {
        if (!(error instanceof AuthApiError)) throw error;
        // The API retries while this instance cannot read the API's keys.
        const status = error.kind === 'unreachable' ? 503 : 400;
        response.status(status).json({ error: 'invalid_request', error_description: error.message });
      }
    },
  );
  return routes;
}
