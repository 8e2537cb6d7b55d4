import express, { Router } from 'express';
import type Provider from 'oidc-provider';
import * as z from 'zod';
import { sendPage } from '../emulator/page.ts';
import { loginHint, withInteraction } from './interaction.ts';
import { forgotPasswordPage, messagePage, newPasswordPage, toPortal } from './pages.ts';
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

/** The pages of a user who forgot the password: request a link, and choose a new password. */
export function passwordResetRoutes(provider: Provider, { passwordReset, endLogins, portalUrl }: Options): Router {
  const routes = Router();
  const invalidLink = messagePage({
    title: 'This link is invalid or has expired',
    lead: 'Each link works once, within an hour. Request a new one on the login page.',
    status: 400,
    action: toPortal(portalUrl),
  });

  routes.get(
    '/u/:uid/forgot-password',
    withInteraction(provider, (_request, response, interaction) =>
      sendPage(response, forgotPasswordPage(`/u/${interaction.uid}`, { email: loginHint(interaction) })),
    ),
  );

  routes.post(
    '/u/:uid/forgot-password',
    withInteraction(provider, (request, response) => {
      passwordReset.request(Request.parse(request.body ?? {}).email);
      const lead = 'If there is an account with this email address, we sent it a link to choose a new password.';
      const action = { label: 'Back to login', href: 'login' };
      sendPage(response, messagePage({ title: 'Check your email', lead, action }));
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
    const action = toPortal(portalUrl, '/login?passwordChanged=1');
    const lead = 'You are logged out everywhere. Log in with the new password.';
    sendPage(response, messagePage({ title: 'Your password has changed', lead, action }));
  });
  return routes;
}
