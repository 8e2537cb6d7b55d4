import { Router } from 'express';
import type Provider from 'oidc-provider';
import * as z from 'zod';
import { sendPage } from '../emulator/page.ts';
import { AccountEmail } from './account-email.ts';
import type { Accounts } from './accounts.ts';
import { cancelLogin, finishLogin, loginHint, withInteraction, type Interaction } from './interaction.ts';
import { loginScript } from './login-script.ts';
import { loginPage, signupPage } from './pages.ts';
import { passwordPolicyError } from './passwords.ts';
import type { SecondFactor } from './second-factor.ts';
import { isSocialProvider } from './social-identity.ts';
import type { Verification } from './verification.ts';

const Credentials = z.object({ email: z.string().trim().toLowerCase().catch(''), password: z.string().catch('') });

const interactionPath = (interaction: Interaction) => `/u/${interaction.uid}`;

function param(interaction: Interaction, name: string): string | undefined {
  const value = interaction.params[name];
  return typeof value === 'string' ? value : undefined;
}

/** The pages between `/authorize` and the redirect back: log in, sign up, cancel. */
export function interactionRoutes(
  provider: Provider,
  accounts: Accounts,
  { verification, secondFactor }: { readonly verification: Verification; readonly secondFactor: SecondFactor },
): Router {
  const routes = Router();

  routes.get('/login.js', (_request, response) => {
    response.type('js').set('Cache-Control', 'max-age=300').send(loginScript);
  });

  routes.get(
    '/u/:uid',
    withInteraction(provider, (_request, response, interaction) => {
      const connection = param(interaction, 'connection');
      const start = param(interaction, 'screen_hint') === 'signup' ? 'signup' : 'login';
      response.redirect(303, `${interactionPath(interaction)}/${isSocialProvider(connection) ? connection : start}`);
    }),
  );

  routes.get(
    '/u/:uid/login',
    withInteraction(provider, (_request, response, interaction) => {
      sendPage(response, loginPage(interactionPath(interaction), { email: loginHint(interaction) }));
    }),
  );

  routes.post(
    '/u/:uid/login',
    withInteraction(provider, async (request, response, interaction) => {
      const { email, password } = Credentials.parse(request.body ?? {});
      const account = await accounts.authenticate(email, password);
      if (account) await finishLogin(provider, request, response, account, secondFactor.isAskedOf(account));
      else
        sendPage(
          response,
          loginPage(interactionPath(interaction), { email, passwordError: 'Wrong email address or password.' }),
        );
    }),
  );

  routes.get(
    '/u/:uid/signup',
    withInteraction(provider, (_request, response, interaction) => {
      sendPage(response, signupPage(interactionPath(interaction), { email: loginHint(interaction) }));
    }),
  );

  routes.post(
    '/u/:uid/signup',
    withInteraction(provider, async (request, response, interaction) => {
      const { email, password } = Credentials.parse(request.body ?? {});
      const emailError = AccountEmail.safeParse(email).success ? undefined : 'Enter a valid email address.';
      const passwordError = passwordPolicyError(password);
      if (emailError !== undefined || passwordError !== undefined) {
        sendPage(response, signupPage(interactionPath(interaction), { email, emailError, passwordError }));
        return;
      }
      const account = await accounts.signUp(email, password);
      if (!account) {
        const emailError = 'This address already has an account. Log in instead.';
        sendPage(response, signupPage(interactionPath(interaction), { email, emailError }));
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
