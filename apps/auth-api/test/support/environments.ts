import { fileURLToPath } from 'node:url';
import { parseSettings } from '../../src/platform/config/settings.ts';
import { testEnvironment } from './api.ts';

/** Settings of an API on a developer's machine. */
export const developmentSettings = {
  ...testEnvironment,
  DATABASE_URL: 'postgresql://portal:secret@db/portal',
  SIGNING_KEYS_DIR: '/keys',
};

/** Settings of a secure production deployment. */
export const productionSettings = {
  ...developmentSettings,
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://portal:secret@db.example.com/portal?sslmode=verify-full',
  AUTH_API_URL: 'https://auth-api.acme.example',
  PORTAL_URL: 'https://portal.acme.example',
  PRODUCT_NAME: 'Acme',
  SUPPORT_EMAIL: 'support@acme.example',
  MAIL_FROM: 'portal@acme.example',
  STAFF_EMAIL_DOMAIN: 'acme.example',
  HOSTED_APP_URL: 'https://app.acme.example',
  HOSTED_APP_HOST: 'app.acme.example',
  MARKETING_URL: 'https://www.acme.example',
  PRICING_URL: 'https://www.acme.example/pricing',
  LEGAL_DIR: fileURLToPath(new URL('./legal-documents', import.meta.url)),
  STRIPE_API_URL: 'https://api.stripe.com',
  AUTH0_CLIENT_SECRET: 'x'.repeat(32),
  STRIPE_SECRET_KEY: `rk_live_${'x'.repeat(24)}`,
  STRIPE_WEBHOOK_SECRETS: `whsec_${'x'.repeat(32)}, whsec_${'y'.repeat(32)}`,
  SMTP_URL: 'smtps://portal:secret@smtp.example.com:465',
  RATE_LIMIT_MULTIPLIER: '1',
};

/** The errors in a set of environment variables, one line each. */
export const settingErrors = (environment: Record<string, string>) => {
  try {
    parseSettings(environment);
  } catch (error) {
    return String(error).split('\n  ').slice(1);
  }
  return [];
};
