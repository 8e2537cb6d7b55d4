import express, { Router } from 'express';
import * as z from 'zod';
import { databaseConnection } from './database-connection.ts';
import type { PasswordReset } from './password-reset.ts';

const Request = z.object({
  client_id: z.string(),
  email: z.string().trim().toLowerCase().min(1),
  connection: z.string(),
  organization: z.string().optional(),
});

const perMinute = 10;
const minuteMs = 60_000;

/**
 * The public endpoint by which Auth0 emails a link to choose a new password. It needs no token, answers in plain text, and the same way
 * whether or not the address has an account. Its limit is per minute, and one request comes back with each minute. Sources:
 * https://auth0.com/docs/api/authentication/change-password/change-password and https://github.com/auth0/auth0-auth-js/pull/261
 */
export function dbconnectionsRoutes(passwordReset: PasswordReset, clientId: string): Router {
  const routes = Router();
  const requests = new Map<string, number[]>();

  routes.post('/change_password', express.json(), (request, response) => {
    const body = Request.safeParse(request.body);
    if (!body.success || body.data.client_id !== clientId) {
      const description = body.success ? 'unknown client' : z.prettifyError(body.error);
      response.status(400).json({ error: 'invalid_request', error_description: description });
      return;
    }
    const { email, connection } = body.data;
    // https://github.com/auth0/Auth0.Android/issues/303
    if (connection !== databaseConnection) {
      response.status(400).json({ error: 'connection not found' });
      return;
    }
    const now = Date.now();
    const recent = (requests.get(email) ?? []).filter((at) => at > now - perMinute * minuteMs);
    const [oldest = now] = recent;
    response.set({
      'x-ratelimit-limit': String(perMinute),
      'x-ratelimit-remaining': String(Math.max(0, perMinute - recent.length - 1)),
      'x-ratelimit-reset': String(Math.ceil((oldest + perMinute * minuteMs) / 1_000)),
    });
    if (recent.length >= perMinute) {
      response.status(429).json({ error: 'too_many_requests', error_description: 'Global limit has been reached' });
      return;
    }
    requests.set(email, [...recent, now]);
    passwordReset.request(email);
    response.type('html').send("We've just sent you an email to reset your password.");
  });
  return routes;
}
