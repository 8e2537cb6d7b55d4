import { join } from 'node:path';
import express, { type ErrorRequestHandler } from 'express';
import { stackOf } from '../stand-in/failure.ts';
import { faultSwitch } from '../stand-in/faults.ts';
import { documentOf, pageHeaders, sendPage, serveStylesheet } from '../stand-in/page.ts';
import { requestLog, toStdout, type Log } from '../stand-in/request-log.ts';
import { listen, type Running } from '../stand-in/server.ts';
import { Accounts } from './accounts.ts';
import { agedLoginRoutes } from './aged-logins.routes.ts';
import { avatarRoutes } from './avatars.routes.ts';
import { companyAccountRoutes } from './company-accounts.routes.ts';
import { jsonAsForm } from './json-as-form.ts';
import { interactionRoutes } from './interaction.routes.ts';
import { logoutRoutes } from './logout.routes.ts';
import { managementTokens } from './management-tokens.ts';
import { managementRoutes } from './management.routes.ts';
import { openIdProvider } from './oidc.ts';
import { oidcRecords } from './oidc-adapter.ts';
import { Outbox } from './outbox.ts';
import { messagePage } from './pages.ts';
import { loadSecrets } from './secrets.ts';
import type { IdentityProviderSettings } from './settings.ts';
import { socialRoutes } from './social.routes.ts';
import { Verification } from './verification.ts';
import { verificationRoutes } from './verification.routes.ts';

const onError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  process.stderr.write(`${stackOf(error)}\n`);
  sendPage(
    response,
    messagePage('Something went wrong', 'The local identity provider has a fault; its log tells more.', 500),
  );
};

/** Starts the stand-in for Auth0. */
export async function startIdentityProvider(settings: IdentityProviderSettings & { log?: Log }): Promise<Running> {
  const { log = toStdout, ...wanted } = settings;
  const folder = join(settings.dataDir, 'identity-provider');
  const [secrets, accounts] = [await loadSecrets(folder), await Accounts.open(folder)];
  const listener = await listen(settings.port);
  const issuerUrl = settings.issuerUrl ?? listener.url;
  const outbox = new Outbox(folder, { ...wanted, log });
  const verification = new Verification(folder, accounts, outbox, issuerUrl);
  // As anybody who signs up, they get their mail.
  for (const account of accounts.newcomers) if (!account.emailVerified) verification.send(account);
  const tokens = await managementTokens(issuerUrl, secrets);
  const records = oidcRecords(folder);
  const provider = openIdProvider({
    ...wanted,
    issuerUrl,
    records,
    secrets,
    accounts,
    managementTokens: tokens,
    renderError: (ctx, out) => {
      const text = `The request of the application was not accepted: ${out.error_description ?? out.error}.`;
      ctx.set(pageHeaders);
      ctx.body = documentOf(messagePage('This login can’t go on', text, ctx.status));
    },
  });
  const { routes: faults, breaks } = faultSwitch(['authorize', 'token', 'userinfo', 'management']);

  const app = express().disable('x-powered-by');
  app.use(requestLog(log));
  app.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/stand-in.css', serveStylesheet);
  app.use(faults, agedLoginRoutes(records.moveLoginsBack), companyAccountRoutes(accounts));
  app.use('/authorize', breaks('authorize'));
  app.use('/oauth/token', breaks('token'), jsonAsForm(listener.url));
  app.use('/userinfo', breaks('userinfo'));
  app.use('/api/v2', breaks('management'), managementRoutes(accounts, verification, tokens));
  app.use(avatarRoutes(), verificationRoutes(verification, settings.portalUrl), logoutRoutes(provider, settings));
  app.use('/u', express.urlencoded({ extended: false, limit: '10kb' }));
  app.use(interactionRoutes(provider, accounts, verification), socialRoutes(provider, accounts, issuerUrl));
  app.use(provider.callback());
  app.use(onError);
  listener.answer(app);

  return {
    url: listener.url,
    stop: async () => {
      await Promise.all([outbox.close(), listener.stop()]);
    },
  };
}
