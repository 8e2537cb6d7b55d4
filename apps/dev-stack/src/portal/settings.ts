import { PortalSettings } from '@portal/contract';
import * as z from 'zod';
import { httpUrl, portSetting, readSettings, nonEmptyText } from '../emulator/settings.ts';
import { productName } from '../product-name.ts';

const Environment = z
  .object({
    HOST: nonEmptyText.default('127.0.0.1'),
    PORT: portSetting(9000),
    PORTAL_DIR: nonEmptyText,
    PORTAL_URL: httpUrl,
    AUTH_API_URL: httpUrl,
    AUTH_API_UPSTREAM: httpUrl.optional(),
    PRODUCT_NAME: nonEmptyText.default(productName),
    HOSTED_APP_URL: httpUrl.default('https://app.systeminit.com'),
    HOSTED_APP_HOST: nonEmptyText.default('app.systeminit.com'),
    LOCAL_INSTANCE_URL: httpUrl.optional(),
    MARKETING_URL: httpUrl.default('https://www.systeminit.com'),
    PRICING_URL: httpUrl.default('https://www.systeminit.com/pricing'),
    STAFF_EMAIL_DOMAIN: nonEmptyText.default('systeminit.com'),
    SUPPORT_EMAIL: nonEmptyText.default('support@systeminit.com'),
    DOCS_URL: httpUrl.optional(),
    STATUS_URL: httpUrl.optional(),
    CHANGELOG_URL: httpUrl.optional(),
    ANALYTICS_URL: httpUrl.optional(),
    ANALYTICS_PROJECT_KEY: nonEmptyText.optional(),
  })
  .refine((env) => (env.ANALYTICS_URL === undefined) === (env.ANALYTICS_PROJECT_KEY === undefined), {
    path: ['ANALYTICS_PROJECT_KEY'],
    error: 'must be set together with ANALYTICS_URL',
  });

const socialLinks = [
  { name: 'discord', url: 'https://discord.com/invite/system-init' },
  { name: 'github', url: 'https://github.com/systeminit/si' },
];

export interface PortalEnvironment {
  host: string;
  port: number;
  /** The folder of the built portal. */
  folder: string;
  /** The content of `/config.json`. */
  settings: PortalSettings;
  /** Where this server reaches the API, if it serves it under `/api`. */
  apiUpstream: string | undefined;
  /** Whether browsers use https. */
  https: boolean;
}

/** Reads the settings of the portal's server. Unset ones are those of the company that the specification names. */
export function readPortalEnvironment(environment: NodeJS.ProcessEnv): PortalEnvironment {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const env = readSettings(Environment, nonEmpty);
  const settings = PortalSettings.parse({
    authApiUrl: env.AUTH_API_URL,
    productName: env.PRODUCT_NAME,
    hostedAppUrl: env.HOSTED_APP_URL,
    hostedAppHost: env.HOSTED_APP_HOST,
    localInstanceUrl: env.LOCAL_INSTANCE_URL,
    marketingUrl: env.MARKETING_URL,
    pricingUrl: env.PRICING_URL,
    companyDomain: env.STAFF_EMAIL_DOMAIN,
    supportEmail: env.SUPPORT_EMAIL,
    socialLinks,
    docsUrl: env.DOCS_URL,
    statusUrl: env.STATUS_URL,
    changelogUrl: env.CHANGELOG_URL,
    apiReferenceUrl: `${env.AUTH_API_URL}/docs`,
    analytics: env.ANALYTICS_URL && { url: env.ANALYTICS_URL, projectKey: env.ANALYTICS_PROJECT_KEY },
  });
  return {
    host: env.HOST,
    port: env.PORT,
    folder: env.PORTAL_DIR,
    settings,
    apiUpstream: env.AUTH_API_URL === `${env.PORTAL_URL}/api` ? env.AUTH_API_UPSTREAM : undefined,
    https: env.PORTAL_URL.startsWith('https:'),
  };
}
