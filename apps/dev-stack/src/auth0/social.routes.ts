import { Router } from 'express';
import type Provider from 'oidc-provider';
import * as z from 'zod';
import { sendPage } from '../emulator/page.ts';
import { SocialEmail } from './account-email.ts';
import type { Accounts } from './accounts.ts';
import { finishLogin, loginHint, withInteraction } from './interaction.ts';
import { socialPage } from './pages.ts';
import { socialProviderNames } from './social-identity.ts';

const ExistingProfile = z.object({ account: z.string() });
const NewProfile = z.object({
  email: z.string().trim().catch(''),
  name: z.string().trim().catch(''),
  picture: z.literal('on').optional().catch(undefined),
});

/** "Continue with GitHub" and "Continue with Google": the user picks an identity. */
export function socialRoutes(provider: Provider, accounts: Accounts, issuerUrl: string): Router {
  const routes = Router();
  for (const social of socialProviderNames) {
    const path = `/u/:uid/${social}`;
    routes.get(
      path,
      withInteraction(provider, (_request, response, interaction) => {
        const base = `/u/${interaction.uid}`;
        const state = { email: loginHint(interaction) };
        sendPage(response, socialPage(base, social, accounts.listByProvider(social), state));
      }),
    );
    routes.post(
      path,
      withInteraction(provider, async (request, response, { uid }) => {
        const existing = accounts.listByProvider(social);
        const choice = ExistingProfile.safeParse(request.body);
        const account = choice.success && existing.find(({ id }) => id === choice.data.account);
        if (account) {
          await finishLogin(provider, request, response, account);
          return;
        }
        const { email, name, picture } = NewProfile.parse(request.body ?? {});
        const emailError = SocialEmail.safeParse(email).success ? undefined : 'Enter a valid email address.';
        const nameError = name === '' || name.length > 100 ? 'Enter a name of at most 100 characters.' : undefined;
        if (emailError !== undefined || nameError !== undefined) {
          sendPage(response, socialPage(`/u/${uid}`, social, existing, { email, name, emailError, nameError }));
          return;
        }
        const pictureUrl = picture ? `${issuerUrl}/avatars/${encodeURIComponent(name)}.svg` : null;
        const created = accounts.upsertSocialAccount(social, { email, name, picture: pictureUrl });
        await finishLogin(provider, request, response, created);
      }),
    );
  }
  return routes;
}
