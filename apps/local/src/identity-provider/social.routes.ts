import { Router } from 'express';
import type Provider from 'oidc-provider';
import * as z from 'zod';
import { sendPage } from '../emulator/page.ts';
import type { Account, Accounts } from './accounts.ts';
import { finishLogin, withInteraction } from './interaction.ts';
import { socialPage } from './pages.ts';
import { isSocialProvider, socialProviders, type SocialProvider } from './social-identity.ts';

const ExistingProfile = z.object({ account: z.string() });
const NewProfile = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email().max(254)),
  name: z.string().trim().min(1).max(100),
  picture: z.literal('on').optional(),
});

/** "Continue with GitHub" and "Continue with Google": the user picks an identity. */
export function socialRoutes(provider: Provider, accounts: Accounts, issuerUrl: string): Router {
  const routes = Router();
  for (const social of Object.keys(socialProviders).filter(isSocialProvider)) {
    const path = `/u/:uid/${social}`;
    routes.get(
      path,
      withInteraction(provider, (_request, response, { uid }) => {
        sendPage(response, socialPage(`/u/${uid}`, social, accounts.listByProvider(social), {}));
      }),
    );
    routes.post(
      path,
      withInteraction(provider, async (request, response, { uid }) => {
        const account = chooseAccount(accounts, social, request.body, issuerUrl);
        if (account) await finishLogin(provider, request, response, account);
        else
          sendPage(
            response,
            socialPage(`/u/${uid}`, social, accounts.listByProvider(social), {
              alert: 'Enter an email address and a name.',
            }),
          );
      }),
    );
  }
  return routes;
}

function chooseAccount(
  accounts: Accounts,
  provider: SocialProvider,
  body: unknown,
  issuerUrl: string,
): Account | undefined {
  const choice = ExistingProfile.safeParse(body);
  if (choice.success) return accounts.listByProvider(provider).find(({ id }) => id === choice.data.account);
  const profile = NewProfile.safeParse(body);
  if (!profile.success) return undefined;
  const { email, name } = profile.data;
  const picture = profile.data.picture ? `${issuerUrl}/avatars/${encodeURIComponent(name)}.svg` : null;
  return accounts.upsertSocialAccount(provider, { email, name, picture });
}
