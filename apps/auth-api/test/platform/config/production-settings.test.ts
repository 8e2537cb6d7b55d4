import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createMailboxSecret } from '../../../src/request/auth/mailbox-secret.ts';
import { addSigningKey } from '../../../src/request/auth/signing-keys.ts';
import { createServices } from '../../../src/services.ts';
import { Environment } from '../../../src/platform/config/environment.ts';
import { parseSettings } from '../../../src/platform/config/settings.ts';
import { developmentSettings, settingErrors, productionSettings } from '../../support/environments.ts';

/** Settings that are only valid together. */
const requiredTogether: Record<string, Record<string, string>> = {
  AUTH0_MANAGEMENT_CLIENT_ID: { AUTH0_MANAGEMENT_CLIENT_SECRET: 'x'.repeat(32) },
  AUTH0_MANAGEMENT_CLIENT_SECRET: { AUTH0_MANAGEMENT_CLIENT_ID: 'machine' },
};

/** AUTH_API_URL and PORTAL_URL must belong to the same site, so a test that sets one also sets the other. */
const sameSiteUrl = (name: string, value: string) => {
  const other = { AUTH_API_URL: 'PORTAL_URL', PORTAL_URL: 'AUTH_API_URL' }[name];
  return other === undefined ? {} : { [other]: `${new URL(value).origin}:8443` };
};

const sampleLegalFolder = fileURLToPath(new URL('../../../../../legal', import.meta.url));
const isExample = 'can’t be at example.com, example.net, example.org or tenant.eu.auth0.com, the addresses of examples';

describe('a production deployment', () => {
  it('with safe settings is accepted, at any log level and with a local database', () =>
    expect(
      settingErrors({ ...productionSettings, LOG_LEVEL: 'debug', DATABASE_URL: 'postgresql://127.0.0.1/portal' }),
    ).toEqual([]));

  it('can have an audience that is not a URL', () =>
    expect(settingErrors({ ...productionSettings, AUTH0_MANAGEMENT_AUDIENCE: 'management of users' })).toEqual([]));

  it.each([
    ['HOSTED_APP_URL', 'http://app.acme.example', 'must be https'],
    ['PORTAL_URL', 'https://localhost', 'can’t be an address of this machine'],
    ['AUTH0_URL', 'https://127.0.0.1:9002', 'can’t be an address of this machine'],
    ['AUTH0_URL', 'https://[::ffff:127.0.0.1]:9002', 'can’t be an address of this machine'],
    ['AUTH0_DOMAIN', 'localhost:9002', 'can’t be an address of this machine'],
    ['SMTP_URL', 'smtp://localhost:9025', 'can’t be an address of this machine'],
    ['SMTP_URL', 'smtp://[::1]:9025', 'can’t be an address of this machine'],
    ['AUTH0_CLIENT_ID', 'account-portal-local', 'can’t be the client of the local stack'],
    ['AUTH0_MANAGEMENT_CLIENT_ID', 'account-portal-local', 'can’t be the client of the local stack'],
    ['AUTH0_CLIENT_SECRET', 'secret', 'must have at least 32 characters'],
    ['AUTH0_MANAGEMENT_CLIENT_SECRET', 'secret', 'must have at least 32 characters'],
    ['AUTH0_ISSUER', 'http://tenant.example.com/', 'must be https'],
    ['AUTH0_MANAGEMENT_AUDIENCE', 'https://localhost/', 'can’t be an address of this machine'],
    [
      'STRIPE_SECRET_KEY',
      'x',
      'must be a Stripe key (sk_live_… or rk_live_…, and with a warning sk_test_… or rk_test_…)',
    ],
    ['STRIPE_WEBHOOK_SECRETS', 'x', 'must each start with whsec_ and have at least 32 characters'],
    [
      'STRIPE_WEBHOOK_SECRETS',
      `whsec_${'x'.repeat(32)},whsec_x`,
      'must each start with whsec_ and have at least 32 characters',
    ],
    ['STAFF_CONNECTIONS', 'waad|,auth0|', 'can’t contain auth0|, the connection that anyone can sign up at'],
    ['STAFF_CONNECTIONS', 'auth0|acme|', 'can’t contain auth0|, the connection that anyone can sign up at'],
    ['MAILBOX_CONNECTIONS', 'auth0|@example.com', 'can’t contain auth0|, the connection that anyone can sign up at'],
    ['RATE_LIMIT_MULTIPLIER', '1000', 'can’t exceed 10'],
    ['LEGAL_DIR', sampleLegalFolder, 'can’t contain the sample documents'],
    ['AUTH0_DOMAIN', 'tenant.eu.auth0.com', isExample],
    ['AUTH0_DOMAIN', 'login.example.com', isExample],
    ['MAIL_FROM', 'portal@example.com', isExample],
    ['MAIL_FROM', 'Account portal <portal@Example.org>', isExample],
    ['SUPPORT_EMAIL', 'support@example.com', isExample],
    ['STAFF_EMAIL_DOMAIN', 'example.net', isExample],
    ['HOSTED_APP_URL', 'https://app.example.com:8443/', isExample],
    ['HOSTED_APP_HOST', 'app.example.com', isExample],
    ['MARKETING_URL', 'https://www.example.com', isExample],
    ['MARKETING_URL', 'http://www.acme.example', 'must be https'],
    ['PRICING_URL', 'https://example.com/pricing?from=portal', isExample],
  ])('rejects %s=%j, which other environments accept', (name, value, error) => {
    expect(settingErrors({ ...productionSettings, ...requiredTogether[name], [name]: value })).toEqual([
      `${name}: ${error} in production`,
    ]);
    const others = { ...requiredTogether[name], ...sameSiteUrl(name, value) };
    expect(settingErrors({ ...developmentSettings, ...others, [name]: value })).toEqual([]);
  });

  it.each([
    ['LEGAL_DIR', '; it is the folder of your legal documents, whose acceptance by each user is recorded'],
    ['PRODUCT_NAME', ''],
    ['SUPPORT_EMAIL', ''],
    ['HOSTED_APP_URL', ''],
    ['HOSTED_APP_HOST', ''],
    ['MARKETING_URL', ''],
    ['PRICING_URL', ''],
    ['STAFF_EMAIL_DOMAIN', ', unless STAFF_CONNECTIONS is none'],
  ])('requires %s, which is a sample or that of another company elsewhere', (name, meaning) => {
    expect(settingErrors({ ...productionSettings, [name]: '' })).toEqual([
      `${name}: is required in production${meaning}`,
    ]);
    expect(settingErrors({ ...developmentSettings, [name]: '' })).toEqual([]);
  });

  it('needs no email domain of staff without staff', () =>
    expect(settingErrors({ ...productionSettings, STAFF_CONNECTIONS: 'none', STAFF_EMAIL_DOMAIN: '' })).toEqual([]));

  it('rejects its own legal documents if a version among them is still a sample', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'legal-'));
    const ownDocuments = productionSettings.LEGAL_DIR;
    await cp(ownDocuments, folder, { recursive: true });
    expect(settingErrors({ ...productionSettings, LEGAL_DIR: folder })).toEqual([]);
    const [sample = ''] = await readdir(sampleLegalFolder);
    await cp(join(sampleLegalFolder, sample), join(folder, sample), { recursive: true });
    expect(settingErrors({ ...productionSettings, LEGAL_DIR: folder })).toEqual([
      'LEGAL_DIR: can’t contain the sample documents in production',
    ]);
    await rm(folder, { recursive: true });
  });

  it.each(['deploy/production.env.example', 'deploy/systemd/settings/auth-api.env', 'deploy/kubernetes/settings.env'])(
    'rejects the unedited %s, and names each line that is an example',
    async (path) => {
      const text = await readFile(fileURLToPath(new URL(`../../../../../${path}`, import.meta.url)), 'utf8');
      const lines = [...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(
        ([, name = '', value = '']) => [name, value] as const,
      );
      const known = lines.filter(([name]) => name in Environment.shape);
      const errors = settingErrors({
        ...productionSettings,
        ...Object.fromEntries(known),
        LEGAL_DIR: sampleLegalFolder,
      });
      const isUnfinished = ([name, value]: readonly [string, string]) =>
        value === '' || name === 'LEGAL_DIR' || (name !== 'FEATURE_FLAGS' && /example|tenant\.eu/i.test(value));
      expect(errors.map((error) => error.split(':')[0]).sort()).toEqual(
        known
          .filter(isUnfinished)
          .map(([name]) => name)
          .sort(),
      );
      for (const name of ['LEGAL_DIR', 'MARKETING_URL', 'SUPPORT_EMAIL', 'AUTH0_CLIENT_ID']) {
        expect(errors.join('\n')).toContain(`${name}: `);
      }
    },
  );

  it('does not start without a key for each purpose and the mailbox secret, and creates none of them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
    const settings = parseSettings({ ...productionSettings, SIGNING_KEYS_DIR: folder });
    const open = () => createServices(settings, pino({ level: 'silent' }));
    await expect(open()).rejects.toThrow(
      `No signing key for api, instance, logout, event, link found in ${folder} (SIGNING_KEYS_DIR). Create it with \`keys rotate\`, and`,
    );
    const kids: string[] = [];
    for (const purpose of ['api', 'instance', 'logout', 'event'] as const)
      kids.push(await addSigningKey(folder, purpose));
    await expect(open()).rejects.toThrow(
      `No signing key for link found in ${folder} (SIGNING_KEYS_DIR). Create it with \`keys rotate --purpose link\`, and`,
    );
    await addSigningKey(folder, 'link');
    await expect(open()).rejects.toThrow(`${join(folder, 'mailbox-secret')} is missing.`);
    await createMailboxSecret(folder);
    const services = await open();
    expect(services.signingKeys.publicJwks().keys.map((key) => key['kid'])).toEqual(kids);
    await services.close();
    await rm(folder, { recursive: true });
  });
});
