import { Router } from 'express';
import type Provider from 'oidc-provider';
import * as z from 'zod';
import { sendPage } from '../stand-in/page.ts';
import type { Accounts } from './accounts.ts';
import { cancelLogin, finishLogin, withInteraction, type Interaction } from './interaction.ts';
import { loginPage, signupPage } from './pages.ts';
import { passwordProblem } from './passwords.ts';
import { isSocialProvider } from './social-identity.ts';
import type { Verification } from './verification.ts';

const Credentials = z.object({ email: z.string().trim().toLowerCase().catch(''), password: z.string().catch('') });
const Email = z.email().max(254);

const base = (interaction: Interaction) => `/u/${interaction.uid}`;

function param(interaction: Interaction, name: string): string | undefined {
  const value = interaction.params[name];
  return typeof value === 'string' ? value : undefined;
}

/** The pages between `/authorize` and the way back: log in, sign up, cancel. */
export function interactionRoutes(provider: Provider, accounts: Accounts, verification: Verification): Router {
  const routes = Router();

  routes.get(
    '/u/:uid',
    withInteraction(provider, (_request, response, interaction) => {
      const connection = param(interaction, 'connection');
      const start = param(interaction, 'screen_hint') === 'signup' ? 'signup' : 'login';
      response.redirect(303, `${base(interaction)}/${isSocialProvider(connection) ? connection : start}`);
    }),
  );

  routes.get(
    '/u/:uid/login',
    withInteraction(provider, (_request, response, interaction) => {
      sendPage(response, loginPage(base(interaction), { email: param(interaction, 'login_hint') ?? '' }));
    }),
  );

  routes.post(
    '/u/:uid/login',
    withInteraction(provider, async (request, response, interaction) => {
      const { email, password } = Credentials.parse(request.body ?? {});
      const account = await accounts.withPassword(email, password);
      if (account) await finishLogin(provider, request, response, account);
      else sendPage(response, loginPage(base(interaction), { email, alert: 'Wrong email address or password.' }));
    }),
  );

  routes.get(
    '/u/:uid/signup',
    withInteraction(provider, (_request, response, interaction) => {
      sendPage(response, signupPage(base(interaction), { email: param(interaction, 'login_hint') ?? '' }));
    }),
  );

  routes.post(
    '/u/:uid/signup',
    withInteraction(provider, async (request, response, interaction) => {
      const { email, password } = Credentials.parse(request.body ?? {});
      const emailError = Email.safeParse(email).success ? undefined : 'This is not an email address.';
      const passwordError = passwordProblem(password);
      if (emailError !== undefined || passwordError !== undefined) {
        sendPage(response, signupPage(base(interaction), { email, emailError, passwordError }));
        return;
      }
      const account = await accounts.signUp(email, password);
      if (!account) {
        const taken = 'An account with this address exists already. Log in instead.';
        sendPage(response, signupPage(base(interaction), { email, emailError: taken }));
        return;
      }
      verification.send(account);
      await finishLogin(provider, request, response, account);
    }),
  );

  routes.post(
    '/u/:uid/cancel',
    withInteraction(provider, (request, response) => cancelLogin(provider, request, response)),
  );
  return routes;
}
