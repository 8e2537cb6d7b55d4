import { PortalSettings } from '@portal/contract';
import { withCaddy } from './caddy.ts';

// `npm run test:deployment` runs this test: it needs Caddy.

/** What Caddy serves from the templates, with these settings. */
const served = (settings: Readonly<Record<string, string>>): Promise<{ config: unknown; securityTxt: string }> =>
  withCaddy(settings, async (url) => {
    const config: unknown = await (await fetch(`${url}/config.json`)).json();
    return { config, securityTxt: await (await fetch(`${url}/.well-known/security.txt`)).text() };
  });

const required = {
  PORTAL_URL: 'https://portal.acme.example',
  AUTH_API_URL: 'https://auth-api.acme.example',
  PRODUCT_NAME: 'Acme "Cloud"',
  HOSTED_APP_URL: 'https://app.acme.example',
  HOSTED_APP_HOST: 'app.acme.example',
  MARKETING_URL: 'https://www.acme.example',
  PRICING_URL: 'https://www.acme.example/pricing',
  STAFF_EMAIL_DOMAIN: 'acme.example',
  SUPPORT_EMAIL: 'help@acme.example',
};

it('Caddy makes the settings of the portal from its environment', async () => {
  const { config, securityTxt } = await served({
    ...required,
    ...{ DOCS_URL: 'https://docs.acme.example', STATUS_URL: 'https://status.acme.example' },
    ...{ CHANGELOG_URL: 'https://docs.acme.example/changes', API_REFERENCE: 'true' },
  });
  expect(PortalSettings.parse(config)).toEqual({
    authApiUrl: 'https://auth-api.acme.example',
    productName: 'Acme "Cloud"',
    hostedAppUrl: 'https://app.acme.example',
    hostedAppHost: 'app.acme.example',
    localInstanceUrl: 'http://localhost:8080',
    marketingUrl: 'https://www.acme.example',
    pricingUrl: 'https://www.acme.example/pricing',
    companyDomain: 'acme.example',
    supportEmail: 'help@acme.example',
    socialLinks: [],
    docsUrl: 'https://docs.acme.example',
    statusUrl: 'https://status.acme.example',
    changelogUrl: 'https://docs.acme.example/changes',
    apiReferenceUrl: 'https://auth-api.acme.example/docs',
  });
  expect(securityTxt).toContain('Contact: mailto:help@acme.example\n');
});

it('without a required setting, the portal does not start, and nothing names another company', async () => {
  const { PRODUCT_NAME: _, MARKETING_URL: __, ...others } = required;
  const { config } = await served(others);
  expect(PortalSettings.safeParse(config).error?.issues.map(({ path: [name] }) => name)).toEqual([
    'productName',
    'marketingUrl',
  ]);
  expect(JSON.stringify(config)).not.toContain('systeminit');
});
