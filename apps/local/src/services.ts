import path from 'node:path';
import type { InstanceName } from './instance/settings.ts';
import type { LocalSecrets } from './local-secrets.ts';
import type { Service } from './service.ts';
import { localUrl, type StackSettings } from './stack-settings.ts';

const clientId = 'account-portal-local';
const projectKey = 'phc_account-portal-local';

export interface Services {
  migrations: Service;
  mail: Service;
  identityProvider: Service;
  hostedApp: Service;
  instance: Service;
  stripe: Service;
  analytics: Service;
  authApi: Service;
  portal: Service;
}

export interface DatabaseUrls {
  readonly owner: string;
  readonly api: string;
}

/** Everything that the stack runs beside PostgreSQL, with the addresses of each told to the others. */
export function services(settings: StackSettings, secrets: LocalSecrets, database: DatabaseUrls): Services {
  const { root, dataDir, ports, watch } = settings;
  const api = path.join(root, 'apps/auth-api');
  const local = path.join(root, 'apps/local');
  const portalUrl = localUrl(ports.portal);
  const authApiUrl = localUrl(ports.authApi);
  const issuerUrl = localUrl(ports.identityProvider);
  const hostedAppUrl = localUrl(ports.hostedApp);
  const localInstanceUrl = localUrl(ports.instance);
  const stripeUrl = localUrl(ports.stripe);
  const analyticsUrl = localUrl(ports.analytics);
  const smtpUrl = `smtp://localhost:${ports.smtp}`;

  const tsx = [path.join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false'];
  const entry = (folder: string, name: string) =>
    watch ? [...tsx, path.join(folder, 'src', `${name}.ts`)] : [path.join(folder, 'dist', `${name}.js`)];
  const standIn = (name: string, title: string, port: number, env: Record<string, string>): Service => ({
    name,
    title,
    run: entry(local, `${name}/main`),
    cwd: local,
    env: { PORT: String(port), DATA_DIR: dataDir, ...env },
    health: `${localUrl(port)}/health`,
  });

  // One program twice: an instance is the same wherever it runs.
  const instance = (name: InstanceName, title: string, port: number): Service => ({
    ...standIn('instance', title, port, { INSTANCE_NAME: name, AUTH_API_URL: authApiUrl, PORTAL_URL: portalUrl }),
    name,
  });

  return {
    migrations: {
      name: 'migrations',
      title: 'The migrations',
      run: [path.join(api, 'dist/migrate.js')],
      cwd: api,
      env: { MIGRATION_DATABASE_URL: database.owner },
    },
    mail: standIn('mail', 'The mail server', ports.mail, { SMTP_PORT: String(ports.smtp) }),
    identityProvider: standIn('identity-provider', 'The identity provider', ports.identityProvider, {
      ISSUER_URL: issuerUrl,
      CLIENT_ID: clientId,
      CLIENT_SECRET: secrets.clientSecret,
      CALLBACK_URLS: `${authApiUrl}/auth/login-callback`,
      LOGOUT_URLS: `${authApiUrl}/auth/logout-callback`,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Identity provider <login@identity-provider.example>',
      PORTAL_URL: portalUrl,
    }),
    hostedApp: instance('hosted-app', 'The hosted app', ports.hostedApp),
    instance: instance('local-instance', 'The local instance', ports.instance),
    stripe: standIn('stripe', 'The local Stripe', ports.stripe, {
      SECRET_KEY: secrets.stripeKey,
      WEBHOOK_URL: `${authApiUrl}/webhooks/stripe`,
      WEBHOOK_SECRET: secrets.webhookSecret,
      ...(settings.stripeRecordFile !== undefined && { RECORD_FILE: settings.stripeRecordFile }),
    }),
    analytics: standIn('analytics', 'The analytics host', ports.analytics, {
      PROJECT_KEY: projectKey,
      FLAGS_KEY: secrets.flagsKey,
    }),
    authApi: {
      name: 'auth-api',
      title: 'The auth API',
      run: entry(api, 'main'),
      cwd: api,
      health: `${authApiUrl}/health/ready`,
      // It finishes what is in flight.
      graceMs: 6000,
      env: {
        NODE_ENV: 'development',
        HOST: '127.0.0.1',
        PORT: String(ports.authApi),
        AUTH_API_URL: authApiUrl,
        PORTAL_URL: portalUrl,
        DATABASE_URL: database.api,
        AUTH0_DOMAIN: `localhost:${ports.identityProvider}`,
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
        HOSTED_APP_URL: hostedAppUrl,
        LOCAL_INSTANCE_URL: localInstanceUrl,
        ANALYTICS_URL: analyticsUrl,
        ANALYTICS_PROJECT_KEY: projectKey,
        ANALYTICS_FLAGS_KEY: secrets.flagsKey,
        ANALYTICS_FLAGS_SECONDS: '2',
      },
    },
    portal: {
      name: 'portal',
      title: 'The portal',
      run: [path.join(local, 'dist', watch ? 'portal-dev-server.js' : 'portal-server.js')],
      cwd: root,
      health: `${portalUrl}/health`,
      env: {
        HOST: '127.0.0.1',
        PORT: String(ports.portal),
        PORTAL_DIR: path.join(root, watch ? 'apps/portal' : 'apps/portal/dist'),
        PORTAL_URL: portalUrl,
        AUTH_API_URL: authApiUrl,
        HOSTED_APP_URL: hostedAppUrl,
        LOCAL_INSTANCE_URL: localInstanceUrl,
        ANALYTICS_URL: analyticsUrl,
        ANALYTICS_PROJECT_KEY: projectKey,
        // A logout stays on this machine.
        MARKETING_URL: `${portalUrl}/login`,
      },
    },
  };
}
