import { Router } from 'express';
import type Provider from 'oidc-provider';
import * as z from 'zod';
import { sendPage } from '../stand-in/page.ts';
import type { Account, Accounts } from './accounts.ts';
import { finishLogin, withInteraction } from './interaction.ts';
import { socialPage } from './pages.ts';
import { isSocialProvider, socialProviders, type SocialProvider } from './social-identity.ts';

const Choice = z.object({ person: z.string() });
const Person = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email().max(254)),
  name: z.string().trim().min(1).max(100),
  picture: z.literal('on').optional(),
});

/** "Continue with GitHub" and "Continue with Google": the person says who they are there. */
export function socialRoutes(provider: Provider, accounts: Accounts, issuerUrl: string): Router {
  const routes = Router();
  for (const social of Object.keys(socialProviders).filter(isSocialProvider)) {
    const path = `/u/:uid/${social}`;
    routes.get(
      path,
      withInteraction(provider, (_request, response, { uid }) => {
        sendPage(response, socialPage(`/u/${uid}`, social, accounts.ofProvider(social), {}));
      }),
    );
    routes.post(
      path,
      withInteraction(provider, async (request, response, { uid }) => {
        const account = chosen(accounts, social, request.body, issuerUrl);
        if (account) await finishLogin(provider, request, response, account);
        else
          sendPage(
            response,
            socialPage(`/u/${uid}`, social, accounts.ofProvider(social), {
              alert: 'Give an email address and a name.',
            }),
          );
      }),
    );
  }
  return routes;
}

function chosen(accounts: Accounts, provider: SocialProvider, body: unknown, issuerUrl: string): Account | undefined {
  const choice = Choice.safeParse(body);
  if (choice.success) return accounts.ofProvider(provider).find(({ id }) => id === choice.data.person);
  const person = Person.safeParse(body);
  if (!person.success) return undefined;
  const { email, name } = person.data;
  const picture = person.data.picture ? `${issuerUrl}/avatars/${encodeURIComponent(name)}.svg` : null;
  return accounts.social(provider, { email, name, picture });
}
