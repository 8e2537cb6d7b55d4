import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { sendPage } from '../stand-in/page.ts';
import type { Account } from './accounts.ts';
import { companyConnection, isOfCompanyConnection } from './company-connection.ts';
import { messagePage } from './pages.ts';

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

type InteractionHandler = (request: Request, response: Response, interaction: Interaction) => Promise<void> | void;

/** Runs a handler for a login that this browser has begun; anything else ends on a page that says how to go on. */
export function withInteraction(provider: Provider, handle: InteractionHandler) {
  return async (request: Request, response: Response): Promise<void> => {
    try {
      const interaction = await provider.interactionDetails(request, response);
      if (interaction.uid !== request.params['uid']) throw new errors.SessionNotFound('other login');
      await handle(request, response, interaction);
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      sendPage(
        response,
        messagePage(
          'This login is over',
          'It was finished elsewhere or is too old. Go back to the portal and log in again.',
          400,
        ),
      );
    }
  };
}

/** Sends the browser back to the application, logged in. */
export async function finishLogin(
  provider: Provider,
  request: Request,
  response: Response,
  account: Account,
): Promise<void> {
  const amr = isOfCompanyConnection(account) ? { amr: [...companyConnection.amr] } : {};
  const login = { accountId: account.id, ...amr };
  const returnTo = await provider.interactionResult(request, response, { login });
  await forgetOther(provider, request, response, account);
  response.redirect(303, returnTo);
}

/** Sends the browser back to the application, which is told that the person went no further. */
export async function cancelLogin(provider: Provider, request: Request, response: Response): Promise<void> {
  const result = { error: 'access_denied', error_description: 'The person cancelled the login.' };
  response.redirect(303, await provider.interactionResult(request, response, result));
}

/** Whoever logs in as somebody else than before takes over the browser; oidc-provider would ask in a page of its own. */
async function forgetOther(provider: Provider, request: Request, response: Response, account: Account): Promise<void> {
  const session = await provider.Session.get(provider.createContext(request, response));
  if (session.accountId === undefined || session.accountId === account.id) return;
  session.accountId = undefined;
  session.authorizations = undefined;
  await session.persist();
}
