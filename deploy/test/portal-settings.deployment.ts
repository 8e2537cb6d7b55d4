import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PortalSettings } from '@portal/contract';
import { freePort } from '@portal/local-postgres';

// `npm run test:deployment` runs this test: it needs Caddy.

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** What Caddy serves from the templates, with these settings. */
async function served(settings: Readonly<Record<string, string>>): Promise<{ config: unknown; securityTxt: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-settings-'));
  await cp(pathOf('config.json.template'), path.join(folder, 'config.json'));
  await cp(pathOf('security.txt.template'), path.join(folder, '.well-known/security.txt'));
  const [portal = 0, api = 0, health = 0, metrics = 0] = await Promise.all([1, 2, 3, 4].map(() => freePort()));
  const caddy = spawn('caddy', ['run', '--config', pathOf('Caddyfile'), '--adapter', 'caddyfile'], {
    env: {
      ...{ PATH: process.env['PATH'], HOME: folder, CADDY_DATA: folder, PORTAL_DIR: folder },
      ...{ PORTAL_SITE: `:${portal}`, AUTH_API_SITE: `:${api}`, AUTH_API_UPSTREAMS: 'to 127.0.0.1:1' },
      ...{ HEALTH_PORT: String(health), CADDY_METRICS_PORT: String(metrics) },
      ...settings,
    },
    stdio: 'ignore',
  });
  const exited = new Promise((resolve) => caddy.once('close', resolve));
  try {
    const url = `http://127.0.0.1:${portal}`;
    const isReady = () =>
      fetch(`${url}/health`).then(
        () => true,
        () => false,
      );
    for (let attempt = 0; attempt < 100 && !(await isReady()); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const config = await (await fetch(`${url}/config.json`)).json();
    const securityTxt = await (await fetch(`${url}/.well-known/security.txt`)).text();
    return { config, securityTxt };
  } finally {
    caddy.kill();
    await exited;
    await rm(folder, { recursive: true });
  }
}

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
