import express, { Router } from 'express';
import type Provider from 'oidc-provider';
import * as z from 'zod';
import { html } from '../emulator/html.ts';
import { sendPage } from '../emulator/page.ts';
import { withInteraction } from './interaction.ts';
import { footnote, forgotPasswordPage, messagePage, newPasswordPage } from './pages.ts';
import type { PasswordReset } from './password-reset.ts';
import { passwordPolicyError } from './passwords.ts';

const Request = z.object({ email: z.string().trim().toLowerCase().catch('') });
const NewPassword = z.object({ ticket: z.string().catch(''), password: z.string().catch('') });

interface Options {
  readonly passwordReset: PasswordReset;
  /** Ends the logins of an account and notifies the application. */
  readonly endLogins: (accountId: string) => Promise<void>;
  readonly portalUrl: string | undefined;
}

const invalidLink = messagePage(
  'This link is invalid or has expired',
  'Each link works once, within an hour. Request a new one on the login page.',
  400,
);

/** The pages of a user who forgot the password: request a link, and choose a new password. */
export function passwordResetRoutes(provider: Provider, { passwordReset, endLogins, portalUrl }: Options): Router {
  const routes = Router();

  routes.get(
    '/u/:uid/forgot-password',
    withInteraction(provider, (_request, response, { uid }) => sendPage(response, forgotPasswordPage(`/u/${uid}`))),
  );

  routes.post(
    '/u/:uid/forgot-password',
    withInteraction(provider, (request, response) => {
      passwordReset.request(Request.parse(request.body ?? {}).email);
      const text = 'If there is an account with this email address, we sent it a link to choose a new password.';
      sendPage(response, messagePage('Check your email', text, 200));
    }),
  );

  routes.get('/reset-password', (request, response) => {
    const { ticket } = request.query;
    const isValid = typeof ticket === 'string' && passwordReset.find(ticket) !== undefined;
    sendPage(response, isValid ? newPasswordPage(ticket, {}) : invalidLink);
  });

  routes.post('/reset-password', express.urlencoded({ extended: false, limit: '10kb' }), async (request, response) => {
    const { ticket, password } = NewPassword.parse(request.body ?? {});
    const passwordError = passwordPolicyError(password);
    if (passwordError !== undefined && passwordReset.find(ticket)) {
      sendPage(response, newPasswordPage(ticket, { passwordError }));
      return;
    }
    const account = await passwordReset.complete(ticket, password);
    if (!account) {
      sendPage(response, invalidLink);
      return;
    }
    await endLogins(account.id);
    const title = 'Your password has changed';
    const body = html`<main>
      <h1>${title}</h1>
      <p class="quiet">You are logged out everywhere. Log in with the new password.</p>
      ${
        portalUrl !== undefined &&
        html`<div class="actions">
          <a class="button full" href="${portalUrl}/login?passwordChanged=1">Go to the portal</a>
        </div>`
      }
    </main>`;
    sendPage(response, { title, body, footnote, status: 200 });
  });
  return routes;
}
