import { Router } from 'express';
import type Provider from 'oidc-provider';
import * as z from 'zod';
import { sendPage } from '../emulator/page.ts';
import { AccountEmail } from './account-email.ts';
import { finishLogin, loginHint, withInteraction } from './interaction.ts';
import { loginCodePage, passwordlessPage } from './pages.ts';
import type { Passwordless } from './passwordless.ts';

const Request = z.object({ email: AccountEmail });
const Code = z.object({ code: z.string().trim().catch('') });

/** "Continue with a code by email": the user enters the code that their mailbox received. */
export function passwordlessRoutes(provider: Provider, passwordless: Passwordless): Router {
  const routes = Router();
  const basePath = ({ uid }: { readonly uid: string }) => `/u/${uid}`;

  routes.get(
    '/u/:uid/email',
    withInteraction(provider, (_request, response, interaction) =>
      sendPage(response, passwordlessPage(basePath(interaction), { email: loginHint(interaction) })),
    ),
  );

  routes.post(
    '/u/:uid/email',
    withInteraction(provider, (request, response, interaction) => {
      const body = Request.safeParse(request.body);
      if (!body.success) {
        sendPage(response, passwordlessPage(basePath(interaction), { emailError: 'Enter a valid email address.' }));
        return;
      }
      passwordless.send(interaction.uid, body.data.email);
      sendPage(response, loginCodePage(basePath(interaction), {}));
    }),
  );

  routes.post(
    '/u/:uid/email-code',
    withInteraction(provider, async (request, response, interaction) => {
      const account = passwordless.redeem(interaction.uid, Code.parse(request.body ?? {}).code);
      if (account) await finishLogin(provider, request, response, account);
      else
        sendPage(
          response,
          loginCodePage(basePath(interaction), {
            codeError: 'This code is wrong or has expired. Go back for another.',
          }),
        );
    }),
  );
  return routes;
}
