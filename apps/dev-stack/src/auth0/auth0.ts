import { join } from 'node:path';
import express, { type ErrorRequestHandler } from 'express';
import { errors } from 'oidc-provider';
import { errorStack } from '../errors.ts';
import { createFaults } from '../emulator/faults.ts';
import { renderDocument, pageHeaders, sendPage } from '../emulator/page.ts';
import { createEmulatorApp } from '../emulator/app.ts';
import { logToStdout, type Log } from '../emulator/request-log.ts';
import { listen, type RunningServer } from '../emulator/server.ts';
import { Accounts } from './accounts.ts';
import { avatarRoutes } from './avatars.routes.ts';
import { CurrentScenario } from './scenarios.ts';
import { homeRoutes } from './home.routes.ts';
import { tokenFaults } from './token-faults.ts';
import { testRoutes } from './test.routes.ts';
import { acceptJson } from './token-endpoint.ts';
import { interactionRoutes } from './interaction.routes.ts';
import { logoutRoutes } from './logout.routes.ts';
import { dbconnectionsRoutes } from './dbconnections.routes.ts';
import { createManagementTokens } from './management-tokens.ts';
import { managementRoutes } from './management.routes.ts';
import { createOidcProvider } from './oidc.ts';
import { createOidcRecords } from './oidc-adapter.ts';
import { Outbox } from './outbox.ts';
import { messagePage, toPortal } from './pages.ts';
import { createLogout } from './logout-tokens.ts';
import { PasswordReset } from './password-reset.ts';
import { Passwordless } from './passwordless.ts';
import { passwordlessRoutes } from './passwordless.routes.ts';
import { passwordResetRoutes } from './password-reset.routes.ts';
import { loadSecrets } from './secrets.ts';
import type { Auth0Settings } from './settings.ts';
import { SecondFactor } from './second-factor.ts';
import { secondFactorRoutes } from './second-factor.routes.ts';
import { socialRoutes } from './social.routes.ts';
import { Verification } from './verification.ts';
import { verificationRoutes } from './verification.routes.ts';

export type { ScenarioName } from './scenarios.ts';

/** The page for a login that is over, such as one that the browser's back button leads to, or for a failure. */
const showError =
  (portalUrl: string | undefined): ErrorRequestHandler =>
  (error: unknown, _request, response, _next) => {
    const action = toPortal(portalUrl);
    if (error instanceof errors.SessionNotFound) {
      const lead = 'It was completed elsewhere or timed out. Go to the portal to continue.';
      sendPage(response, messagePage({ title: 'This login has expired', lead, status: 400, action }));
      return;
    }
    process.stderr.write(`${errorStack(error)}\n`);
    const lead = 'The Auth0 emulator failed. See its log.';
    sendPage(response, messagePage({ title: 'Something went wrong', lead, status: 500, action }));
  };

/** Starts the Auth0 emulator. */
export async function startAuth0(settings: Auth0Settings & { log?: Log }): Promise<RunningServer> {
  const { log = logToStdout, ...options } = settings;
  const folder = join(settings.dataDir, 'auth0');
  const [secrets, accounts] = [await loadSecrets(folder), await Accounts.open(folder)];
  const listener = await listen(settings.port);
  const issuerUrl = settings.issuerUrl ?? listener.url;
  const outbox = new Outbox(folder, { ...options, log });
  const verification = new Verification(folder, accounts, outbox, issuerUrl);
  const passwordReset = new PasswordReset(folder, accounts, outbox, issuerUrl);
  // Like users who sign up, they get a verification email.
  for (const account of accounts.newSeedAccounts) if (!account.emailVerified) verification.send(account);
  const tokens = await createManagementTokens(issuerUrl, secrets);
  const records = createOidcRecords(folder);
  const endLogins = createLogout({ ...options, issuerUrl, records, secrets, log });
  const scenario = new CurrentScenario();
  const secondFactor = new SecondFactor(folder, accounts, scenario, issuerUrl);
  const provider = createOidcProvider({
    ...options,
    issuerUrl,
    records,
    secrets,
    accounts,
    managementTokens: tokens,
    scenario,
    tokenFaults: await tokenFaults(scenario, secrets),
    renderError: (ctx, out) => {
      const lead = `The application sent an invalid request: ${out.error_description ?? out.error}.`;
      ctx.set(pageHeaders);
      const action = toPortal(settings.portalUrl);
      ctx.body = renderDocument(messagePage({ title: 'This login can’t continue', lead, status: ctx.status, action }));
    },
  });
  const { routes: faults, injectFault } = createFaults([
    'authorize',
    'token',
    'userinfo',
    'management',
    'dbconnections',
  ]);

  const app = createEmulatorApp(log);
  app.use(faults, testRoutes({ accounts, scenario, backdateLogins: records.backdateLogins }));
  app.use(homeRoutes({ accounts, scenario, endLogins }));
  app.use('/authorize', injectFault('authorize'));
  // A JSON request is forwarded to this path, so it meets the fault once.
  app.use('/oauth/token', acceptJson(listener.url), injectFault('token'));
  app.use('/userinfo', injectFault('userinfo'));
  app.use(
    '/api/v2',
    injectFault('management'),
    managementRoutes(accounts, { verification, tokens, endLogins, scenario, secondFactor }),
  );
  app.use('/dbconnections', injectFault('dbconnections'), dbconnectionsRoutes(passwordReset, settings.clientId));
  app.use(avatarRoutes(), verificationRoutes(verification, settings.portalUrl), logoutRoutes(provider, settings));
  app.use(secondFactorRoutes(secondFactor, settings.portalUrl));
  app.use('/u', express.urlencoded({ extended: false, limit: '10kb' }));
  app.use(passwordResetRoutes(provider, { passwordReset, endLogins, portalUrl: settings.portalUrl }));
  app.use(passwordlessRoutes(provider, new Passwordless(accounts, outbox)));
  app.use(
    interactionRoutes(provider, accounts, { verification, secondFactor }),
    socialRoutes(provider, accounts, issuerUrl),
  );
  app.use(provider.callback());
  app.use(showError(settings.portalUrl));
  listener.handle(app);

  return {
    url: listener.url,
    stop: async () => {
      await Promise.all([outbox.close(), listener.stop()]);
    },
  };
}
