import path from 'node:path';
import type { InstanceName } from '../instance/settings.ts';
import type { LocalSecrets } from './secrets.ts';
import { localUrl, type StackSettings } from './settings.ts';

const clientId = 'account-portal-local';
const projectKey = 'phc_account-portal-local';

/** A process of the stack. */
export interface Service {
  /** The name of its log file. */
  readonly name: string;
  /** The name in messages. */
  readonly title: string;
  /** The arguments of Node: a script and its arguments. */
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Returns 2xx when the service is ready. A command that runs to completion has none. */
  readonly healthUrl?: string;
  /** How long a graceful stop may take; 2000 by default. */
  readonly stopTimeoutMs?: number;
}

export interface Services {
  migrations: Service;
  mail: Service;
  auth0: Service;
  hostedApp: Service;
  instance: Service;
  stripe: Service;
  posthog: Service;
  authApi: Service;
  portal: Service;
}

export interface DatabaseUrls {
  readonly migrations: string;
  readonly api: string;
}

/** The API's role at the embedded PostgreSQL. */
export const apiDatabaseRole = 'auth_api';

/**
 * The database URLs of the migrations and of the API, whose role owns nothing. With a user-provided PostgreSQL both are
 * the same.
 */
export function databaseUrls({ databaseUrl, ports }: StackSettings, secrets: LocalSecrets): DatabaseUrls {
  if (databaseUrl !== undefined) return { migrations: databaseUrl, api: databaseUrl };
  const urlWith = (login: string) => `postgresql://${login}@127.0.0.1:${ports.postgres}/portal`;
  return {
    migrations: urlWith(`portal:${secrets.databasePassword}`),
    api: urlWith(`${apiDatabaseRole}:${secrets.apiDatabasePassword}`),
  };
}

/** All services of the stack except PostgreSQL, with the URLs of each other in their environments. */
export function defineServices(settings: StackSettings, secrets: LocalSecrets, database: DatabaseUrls): Services {
  const { root, dataDir, ports, authApiUrl, watch } = settings;
  const api = path.join(root, 'apps/auth-api');
  const local = path.join(root, 'apps/dev-stack');
  const portalUrl = localUrl(ports.portal);
  const issuerUrl = localUrl(ports.auth0);
  const hostedAppUrl = localUrl(ports.hostedApp);
  const localInstanceUrl = localUrl(ports.instance);
  const stripeUrl = localUrl(ports.stripe);
  const posthogUrl = localUrl(ports.posthog);
  const smtpUrl = `smtp://localhost:${ports.smtp}`;

  const tsx = [path.join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false'];
  const entry = (folder: string, name: string) =>
    watch ? [...tsx, path.join(folder, 'src', `${name}.ts`)] : [path.join(folder, 'dist', `${name}.js`)];
  const emulator = (name: string, title: string, port: number, env: Record<string, string>): Service => ({
    name,
    title,
    args: entry(local, `${name}/main`),
    cwd: local,
    env: { PORT: String(port), DATA_DIR: dataDir, ...env },
    healthUrl: `${localUrl(port)}/health`,
  });

  // The hosted app and the local instance run the same program.
  const instance = (name: InstanceName, title: string, port: number): Service => ({
    ...emulator('instance', title, port, { INSTANCE_NAME: name, AUTH_API_URL: authApiUrl, PORTAL_URL: portalUrl }),
    name,
  });

  return {
    migrations: {
      name: 'migrations',
      title: 'The migrations',
      args: [path.join(api, 'dist/migrate.js')],
      cwd: api,
      env: { NODE_ENV: 'development', MIGRATION_DATABASE_URL: database.migrations },
    },
    mail: emulator('mail', 'The mail server', ports.mail, { SMTP_PORT: String(ports.smtp) }),
    auth0: emulator('auth0', 'The Auth0 emulator', ports.auth0, {
      ISSUER_URL: issuerUrl,
      CLIENT_ID: clientId,
      CLIENT_SECRET: secrets.clientSecret,
      CALLBACK_URLS: `${authApiUrl}/auth/login-callback`,
      LOGOUT_URLS: `${authApiUrl}/auth/logout-callback`,
      BACK_CHANNEL_LOGOUT_URL: `${authApiUrl}/auth/back-channel-logout`,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Auth0 emulator <login@auth0.example>',
      PORTAL_URL: portalUrl,
    }),
    hostedApp: instance('hosted-app', 'The hosted app', ports.hostedApp),
    instance: instance('local-instance', 'The local instance', ports.instance),
    stripe: emulator('stripe', 'The Stripe emulator', ports.stripe, {
      SECRET_KEY: secrets.stripeKey,
      WEBHOOK_URL: `${authApiUrl}/webhooks/stripe`,
      WEBHOOK_SECRET: secrets.webhookSecret,
      ...(settings.stripeRecordFile !== undefined && { RECORD_FILE: settings.stripeRecordFile }),
    }),
    posthog: emulator('posthog', 'The PostHog emulator', ports.posthog, {
      PROJECT_KEY: projectKey,
      FLAGS_KEY: secrets.flagsKey,
    }),
    authApi: {
      name: 'auth-api',
      title: 'The auth API',
      args: entry(api, 'main'),
      cwd: api,
      healthUrl: `${localUrl(ports.authApi)}/health/ready`,
      // Waits for requests in flight.
      stopTimeoutMs: 6000,
      env: {
        NODE_ENV: 'development',
        HOST: '127.0.0.1',
        PORT: String(ports.authApi),
        AUTH_API_URL: authApiUrl,
        PORTAL_URL: portalUrl,
        DATABASE_URL: database.api,
        AUTH0_DOMAIN: `localhost:${ports.auth0}`,
        AUTH0_URL: issuerUrl,
        AUTH0_ISSUER: `${issuerUrl}/`,
        AUTH0_CLIENT_ID: clientId,
        AUTH0_CLIENT_SECRET: secrets.clientSecret,
        AUTH0_MANAGEMENT_CLIENT_ID: clientId,
        AUTH0_MANAGEMENT_CLIENT_SECRET: secrets.clientSecret,
        AUTH0_MANAGEMENT_AUDIENCE: `${issuerUrl}/api/v2/`,
        STRIPE_SECRET_KEY: secrets.stripeKey,
        STRIPE_WEBHOOK_SECRETS: secrets.webhookSecret,
        STRIPE_PRICE_LOOKUP_KEY: 'monthly',
        STRIPE_API_URL: stripeUrl,
        SMTP_URL: smtpUrl,
        MAIL_FROM: 'portal@account-portal.example',
        SIGNING_KEYS_DIR: path.join(dataDir, 'keys'),
        LEGAL_DIR: path.join(root, 'legal'),
        STAFF_CONNECTIONS: 'waad|',
        STAFF_REQUIRE_MFA: 'true',
        MAILBOX_CONNECTIONS: 'email|,google-oauth2|@gmail.com,google-oauth2|@googlemail.com,waad|@systeminit.com',
        HOSTED_APP_URL: hostedAppUrl,
        LOCAL_INSTANCE_URL: localInstanceUrl,
        ANALYTICS_URL: posthogUrl,
        ANALYTICS_PROJECT_KEY: projectKey,
        ANALYTICS_FLAGS_KEY: secrets.flagsKey,
        FEATURE_FLAG_CACHE_SECONDS: '2',
      },
    },
    portal: {
      name: 'portal',
      title: 'The portal',
      args: [path.join(local, 'dist/portal', watch ? 'dev-server.js' : 'server.js')],
      cwd: root,
      healthUrl: `${portalUrl}/health`,
      env: {
        HOST: '127.0.0.1',
        PORT: String(ports.portal),
        PORTAL_DIR: path.join(root, watch ? 'apps/portal' : 'apps/portal/dist'),
        PORTAL_URL: portalUrl,
        AUTH_API_URL: authApiUrl,
        AUTH_API_UPSTREAM: localUrl(ports.authApi),
        HOSTED_APP_URL: hostedAppUrl,
        LOCAL_INSTANCE_URL: localInstanceUrl,
        ANALYTICS_URL: posthogUrl,
        ANALYTICS_PROJECT_KEY: projectKey,
        // A logout must not lead to an external site, nor start a login.
        MARKETING_URL: `${portalUrl}/login?loggedOut=1`,
      },
    },
  };
}
