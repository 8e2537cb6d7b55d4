import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Account } from './accounts.ts';
import { staffConnection, isStaffAccount } from './staff-connection.ts';

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The email that the application wants the pages of the login to fill in. */
export function loginHint({ params }: Interaction): string {
  const hint = params['login_hint'];
  return typeof hint === 'string' ? hint : '';
}

type InteractionHandler = (request: Request, response: Response, interaction: Interaction) => Promise<void> | void;

/** Runs a handler for a login that this browser started. Throws `SessionNotFound` for any other. */
export function withInteraction(provider: Provider, handle: InteractionHandler) {
  return async (request: Request, response: Response): Promise<void> => {
    const interaction = await provider.interactionDetails(request, response);
    if (interaction.uid !== request.params['uid']) throw new errors.SessionNotFound('a different login');
    await handle(request, response, interaction);
  };
}

/** Completes the login and redirects to the application. The emulator asks for no second factor and only claims it. */
export async function finishLogin(
  provider: Provider,
  request: Request,
  response: Response,
  account: Account,
  passedSecondFactor = false,
): Promise<void> {
  const amr = isStaffAccount(account) ? staffConnection.amr : ['mfa'];
  const hasAmr = isStaffAccount(account) || passedSecondFactor;
  const login = { accountId: account.id, ...(hasAmr && { amr: [...amr] }) };
  const returnTo = await provider.interactionResult(request, response, { login });
  await clearOtherSession(provider, request, response, account);
  response.redirect(303, returnTo);
}

/** Cancels the login and redirects to the application as Auth0 does. */
export async function cancelLogin(provider: Provider, request: Request, response: Response): Promise<void> {
  const result = { error: 'access_denied', error_description: 'User did not authorize the request' };
  response.redirect(303, await provider.interactionResult(request, response, result));
}

/** Clears the session of a different account, so that oidc-provider does not ask on a page of its own. */
async function clearOtherSession(
  provider: Provider,
  request: Request,
  response: Response,
  account: Account,
): Promise<void> {
  const session = await provider.Session.get(provider.createContext(request, response));
  if (session.accountId === undefined || session.accountId === account.id) return;
  session.accountId = undefined;
  session.authorizations = undefined;
  await session.persist();
}
