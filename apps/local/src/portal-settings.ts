import { PortalSettings } from '@portal/contract';
import * as z from 'zod';
import { address, port, readSettings, text } from './stand-in/settings.ts';

const Environment = z
  .object({
    HOST: text.default('127.0.0.1'),
    PORT: port(9000),
    PORTAL_DIR: text,
    PORTAL_URL: address,
    AUTH_API_URL: address,
    PRODUCT_NAME: text.optional(),
    HOSTED_APP_URL: address.optional(),
    HOSTED_APP_HOST: text.optional(),
    LOCAL_INSTANCE_URL: address.optional(),
    MARKETING_URL: address.optional(),
    PRICING_URL: address.optional(),
    STAFF_EMAIL_DOMAIN: text.optional(),
    /** The old name of STAFF_EMAIL_DOMAIN, for one release. */
    COMPANY_DOMAIN: text.optional(),
    SUPPORT_EMAIL: text.optional(),
    ANALYTICS_URL: address.optional(),
    ANALYTICS_PROJECT_KEY: text.optional(),
  })
  .refine((env) => (env.ANALYTICS_URL === undefined) === (env.ANALYTICS_PROJECT_KEY === undefined), {
    path: ['ANALYTICS_PROJECT_KEY'],
    error: 'goes together with ANALYTICS_URL',
  });

export interface PortalEnvironment {
  host: string;
  port: number;
  /** The built portal. */
  folder: string;
  /** What `/config.json` says. */
  settings: PortalSettings;
  /** Whether browsers reach the portal by https. */
  https: boolean;
}

/** Reads the settings of the portal's server; what isn't set keeps the contract's default. */
export function readPortalEnvironment(environment: NodeJS.ProcessEnv): PortalEnvironment {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const env = readSettings(Environment, filled);
  const settings = PortalSettings.parse({
    authApiUrl: env.AUTH_API_URL,
    productName: env.PRODUCT_NAME,
    hostedAppUrl: env.HOSTED_APP_URL,
    hostedAppHost: env.HOSTED_APP_HOST,
    localInstanceUrl: env.LOCAL_INSTANCE_URL,
    marketingUrl: env.MARKETING_URL,
    pricingUrl: env.PRICING_URL,
    companyDomain: env.STAFF_EMAIL_DOMAIN ?? env.COMPANY_DOMAIN,
    supportEmail: env.SUPPORT_EMAIL,
    analytics: env.ANALYTICS_URL && { url: env.ANALYTICS_URL, projectKey: env.ANALYTICS_PROJECT_KEY },
  });
  return {
    host: env.HOST,
    port: env.PORT,
    folder: env.PORTAL_DIR,
    settings,
    https: env.PORTAL_URL.startsWith('https:'),
  };
}
