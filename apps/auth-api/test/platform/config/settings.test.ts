import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createServices } from '../../../src/services.ts';
import { parseSettings } from '../../../src/platform/config/settings.ts';
import { nodeWarnings, riskyValueWarnings, settingWarnings } from '../../../src/platform/config/warnings.ts';
import { developmentSettings, settingErrors, productionSettings } from '../../support/environments.ts';

describe('a setting', () => {
  it.each([
    ['NODE_ENV', 'prod', 'must be one of development, test, production'],
    ['PORT', 'many', 'must be an integer from 0 to 65535'],
    ['PORT', '65536', 'must be an integer from 0 to 65535'],
    ['PORT', '0x10', 'must be an integer from 0 to 65535'],
    ['TRUSTED_PROXIES', '1.5', 'must be an integer from 0 to 20'],
    ['TRUSTED_PROXIES', 'true', 'must be an integer from 0 to 20'],
    ['TRUSTED_PROXY_RANGES', '192.0.2.0/24, 192.0.3.0/24', 'must be IP ranges separated by spaces, e.g. 192.0.2.0/24'],
    ['TRUSTED_PROXY_RANGES', '192.0.2.7', 'must be IP ranges separated by spaces, e.g. 192.0.2.0/24'],
    ['TOKEN_ISSUER', 'auth-api.example.com', 'must be an http(s) URL, exactly as in the tokens'],
    ['FORMER_TOKEN_ISSUERS', 'https://a.example.com, b', 'must be comma-separated http(s) URLs, exactly as in'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['DATABASE_URL', 'mysql://db/portal', 'must be the URL of a PostgreSQL database, e.g. postgresql://'],
    ['DATABASE_URL', 'postgresql://db', 'must be the URL of a PostgreSQL database, e.g. postgresql://'],
    ['DATABASE_URL', 'db/portal', 'must be the URL of a PostgreSQL database, e.g. postgresql://'],
    ['DATABASE_POOL_SIZE', '0', 'must be an integer from 1 to 1000'],
    ['DATABASE_TIMEOUT_MS', '-1', 'must be an integer from 1 to 60000'],
    ['PORTAL_URL', 'portal.example.com', 'must be an http(s) URL without a query, e.g. https://'],
    ['PORTAL_URL', 'https://portal.example.com/?a=b', 'must be an http(s) URL without a query, e.g. https://'],
    ['AUTH_API_URL', 'https://a:b@auth-api.example.com', 'must be an http(s) URL without a query'],
    ['AUTH0_DOMAIN', 'https://tenant.eu.auth0.com/', 'must be a host without https:// and path, e.g. tenant.'],
    ['AUTH0_DOMAIN', 'tenant.eu.auth0.com:99999', 'must be a host without https:// and path, e.g. tenant.'],
    ['AUTH0_ISSUER', 'tenant', 'must be an http(s) URL, exactly as in the tokens'],
    ['SMTP_URL', 'smtp.example.com:25', 'must be the URL of a mail server, e.g. smtps://'],
    ['MAIL_FROM', 'The portal', 'must be an email address, with or without a name, e.g. Account portal <'],
    ['STAFF_EMAIL_DOMAIN', '@example.com', 'must be a domain, e.g. example.com'],
    ['STAFF_EMAIL_DOMAIN', 'example', 'must be a domain, e.g. example.com'],
    ['STAFF_CONNECTIONS', 'waad', 'must be none, or comma-separated prefixes of user ids that each end with |'],
    ['STAFF_CONNECTIONS', '|', 'must be none, or'],
    ['STAFF_CONNECTIONS', 'waad|, none', 'must be none, or'],
    ['STAFF_CONNECTIONS', 'waad|,', 'must be none, or'],
    ['STAFF_CONNECTIONS', 'Waad|', 'must be none, or'],
    [
      'MAILBOX_CONNECTIONS',
      'waad|',
      'must be none, or a comma-separated list of email| and prefixes of user ids with a domain',
    ],
    ['MAILBOX_CONNECTIONS', 'email|,google-oauth2|', 'must be none, or'],
    ['MAILBOX_CONNECTIONS', 'waad|@', 'must be none, or'],
    ['MAILBOX_CONNECTIONS', 'waad|@example', 'must be none, or'],
    ['MAILBOX_CONNECTIONS', '@example.com', 'must be none, or'],
    ['MAILBOX_CONNECTIONS', 'email|, none', 'must be none, or'],
    ['STAFF_REQUIRE_MFA', 'maybe', 'must be true or false'],
    ['RATE_LIMIT_MULTIPLIER', '0', 'must be a number above 0, e.g. 1 or 0.5'],
    ['RATE_LIMIT_MULTIPLIER', 'Infinity', 'must be a number above 0, e.g. 1 or 0.5'],
    ['CREATE_DEFAULT_WORKSPACE', 'perhaps', 'must be true or false'],
    ['FEATURE_FLAG_CACHE_SECONDS', '0', 'must be an integer from 1 to 3600'],
    ['FEATURE_FLAGS', 'admin=on', 'must be names (auth_portal_admin_page, approvals-opt-in-out) with on, off or'],
    ['FEATURE_FLAGS', 'approvals-opt-in-out', 'must be names ('],
    ['FEATURE_FLAGS', 'approvals-opt-in-out=', 'must be names ('],
    ['FEATURE_FLAGS', 'approvals-opt-in-out=yes', 'must be names ('],
    ['FEATURE_FLAGS', 'approvals-opt-in-out=on, a@example.com', 'must be names ('],
    ['FEATURE_FLAGS', 'approvals-opt-in-out=on;approvals-opt-in-out=off', 'must be names ('],
    ['SESSION_IDLE_HOURS', '0', 'must be an integer from 1 to 8760'],
    ['SESSION_MAX_HOURS', '1e3', 'must be an integer from 1 to 8760'],
    ['STAFF_SESSION_IDLE_MINUTES', '5', 'must be an integer from 10 to 10080'],
    ['STAFF_SESSION_MAX_HOURS', '0', 'must be an integer from 1 to 8760'],
    ['REAUTH_MAX_AGE_MINUTES', '0', 'must be an integer from 1 to 1440'],
    ['SUPPORT_EMAIL', 'Support <support@example.com>', 'must be an email address, e.g. support@example.com'],
    ['INSTANCE_TOKEN_TTL_DAYS', '0', 'must be an integer from 1 to 365'],
    ['AUTH0_TIMEOUT_MS', '10001', 'must be an integer from 1 to 10000'],
    ['STRIPE_TIMEOUT_MS', '20001', 'must be an integer from 1 to 20000'],
    ['API_TOKEN_MAX_DAYS', '99999', 'must be an integer from 1 to 3650'],
  ])('%s=%j is rejected with the expected format', (name, value, error) =>
    expect(settingErrors({ ...developmentSettings, [name]: value })).toEqual([
      expect.stringContaining(`${name}: ${error}`),
    ]),
  );

  it.each(['AUTH_API_URL', 'DATABASE_URL', 'AUTH0_CLIENT_SECRET', 'SMTP_URL', 'MAIL_FROM', 'SIGNING_KEYS_DIR'])(
    '%s is required, and the error describes its format',
    (name) => {
      const error = new RegExp(`^${name}: is not set; it must be an? |^${name}: is not set; it must be the `);
      expect(settingErrors({ ...developmentSettings, [name]: ' ' })).toEqual([expect.stringMatching(error)]);
    },
  );

  it('is reported together with all other invalid and unsafe settings, and never with its value', () => {
    const errors = settingErrors({
      ...productionSettings,
      PORT: 'many',
      PORTAL_URL: 'http://portal.acme.example',
      AUTH0_CLIENT_SECRET: 'canary',
      DATABASE_URL: 'canary',
      MAIL_FROM: '',
      SUPPORT_EMAIL: 'canary@example.com',
      LEGAL_DIR: '',
    });
    expect(errors.map((error) => error.split(':')[0]).sort()).toEqual([
      'AUTH0_CLIENT_SECRET',
      'DATABASE_URL',
      'LEGAL_DIR',
      'MAIL_FROM',
      'PORT',
      'PORTAL_URL',
      'SUPPORT_EMAIL',
    ]);
    expect(errors.join()).not.toContain('canary');
  });

  it('is parsed into its type', () => {
    const settings = parseSettings({
      ...productionSettings,
      PORT: ' 80 ',
      PORTAL_URL: 'https://portal.acme.example//',
      STAFF_EMAIL_DOMAIN: 'Acme.EXAMPLE',
      STAFF_CONNECTIONS: ' waad|, samlp|acme| ',
      MAILBOX_CONNECTIONS: ' email|, samlp|acme|@acme.example ',
      CREATE_DEFAULT_WORKSPACE: 'false',
      RATE_LIMIT_MULTIPLIER: '0.5',
      FEATURE_FLAGS: 'auth_portal_admin_page=@Example.com, ada@example.org; approvals-opt-in-out=off;',
      MAIL_FROM: 'Account portal <portal@acme.example>',
      NOT_OURS: 'anything',
    });
    expect(settings).toMatchObject({
      PORT: 80,
      PORTAL_URL: 'https://portal.acme.example',
      STAFF_EMAIL_DOMAIN: 'acme.example',
      STAFF_CONNECTIONS: ['waad|', 'samlp|acme|'],
      MAILBOX_CONNECTIONS: ['email|', 'samlp|acme|@acme.example'],
      CREATE_DEFAULT_WORKSPACE: false,
      RATE_LIMIT_MULTIPLIER: 0.5,
      FEATURE_FLAGS: {
        auth_portal_admin_page: ['@example.com', 'ada@example.org'],
        'approvals-opt-in-out': ['off'],
      },
      MAIL_FROM: 'Account portal <portal@acme.example>',
    });
    expect(settings).not.toHaveProperty('NOT_OURS');
  });

  it('that depends on another has the right default', () =>
    expect(parseSettings({ ...productionSettings, AUTH0_DOMAIN: 'tenant.acme.example' })).toMatchObject({
      AUTH0_URL: 'https://tenant.acme.example',
      AUTH0_ISSUER: 'https://tenant.acme.example/',
      AUTH0_MANAGEMENT_CLIENT_ID: 'client',
      AUTH0_MANAGEMENT_CLIENT_SECRET: productionSettings.AUTH0_CLIENT_SECRET,
      AUTH0_MANAGEMENT_AUDIENCE: 'https://tenant.acme.example/api/v2/',
    }));
});

describe('settings that contradict each other', () => {
  const idle = 'SESSION_IDLE_HOURS: can’t exceed SESSION_MAX_HOURS (default 72)';
  const site = 'PORTAL_URL: must be on the same site as AUTH_API_URL, with the same scheme';
  it.each([
    [{ SESSION_IDLE_HOURS: '48', SESSION_MAX_HOURS: '24' }, idle],
    [{ SESSION_MAX_HOURS: '24' }, idle],
    [
      { STAFF_SESSION_IDLE_MINUTES: '121', STAFF_SESSION_MAX_HOURS: '2' },
      'STAFF_SESSION_IDLE_MINUTES: can’t exceed STAFF_SESSION_MAX_HOURS',
    ],
    [{ PORTAL_URL: 'http://localhost:9001/' }, 'PORTAL_URL: can’t be the same as AUTH_API_URL'],
    [{ PORT: '9464', METRICS_PORT: '9464' }, 'METRICS_PORT: can’t be the same as PORT'],
    [{ METRICS_PORT: '9001' }, 'METRICS_PORT: can’t be the same as PORT'],
    [{ PORTAL_URL: 'https://localhost:9000' }, site],
    [{ PORTAL_URL: 'http://127.0.0.1:9000' }, site],
    [
      { AUTH0_MANAGEMENT_CLIENT_ID: 'machine' },
      'AUTH0_MANAGEMENT_CLIENT_SECRET: is required when AUTH0_MANAGEMENT_CLIENT_ID is set',
    ],
    [
      { AUTH0_MANAGEMENT_CLIENT_SECRET: 'secret' },
      'AUTH0_MANAGEMENT_CLIENT_ID: is required when AUTH0_MANAGEMENT_CLIENT_SECRET is set',
    ],
    [{ ANALYTICS_URL: 'https://x.example' }, 'ANALYTICS_PROJECT_KEY: is required when ANALYTICS_URL is set'],
    [{ ANALYTICS_PROJECT_KEY: 'phc_1' }, 'ANALYTICS_URL: is required when ANALYTICS_PROJECT_KEY is set'],
    [{ ANALYTICS_FLAGS_KEY: 'phs_1' }, 'ANALYTICS_URL: is required when ANALYTICS_FLAGS_KEY is set'],
  ])('such as %j are rejected by name', (given, error) =>
    expect(settingErrors({ ...developmentSettings, ...given })).toEqual([expect.stringContaining(error)]),
  );

  it.each([
    { SESSION_IDLE_HOURS: '24', SESSION_MAX_HOURS: '24' },
    { AUTH0_MANAGEMENT_CLIENT_ID: 'machine', AUTH0_MANAGEMENT_CLIENT_SECRET: 'secret' },
  ])('do not include %j', (given) => expect(settingErrors({ ...developmentSettings, ...given })).toEqual([]));
});

describe('portal and API on different sites', () => {
  const site = 'PORTAL_URL: must be on the same site as AUTH_API_URL, with the same scheme';

  it.each([
    { PORTAL_URL: 'https://portal.acme.example', AUTH_API_URL: 'https://api.other.example' },
    { PORTAL_URL: 'https://10.0.0.1', AUTH_API_URL: 'https://192.0.0.1' },
  ])('are rejected: %j', (urls) =>
    expect(settingErrors({ ...productionSettings, ...urls })).toEqual([expect.stringContaining(site)]),
  );

  it('do not include a domain and its subdomain', () => {
    const urls = { PORTAL_URL: 'https://accounts.acme.co.uk', AUTH_API_URL: 'https://acme.co.uk' };
    expect(settingErrors({ ...productionSettings, ...urls })).toEqual([]);
  });
});

describe('a warning about settings', () => {
  const warningsFor = (environment: Record<string, string>) => riskyValueWarnings(parseSettings(environment)).join();
  const proxied = { ...productionSettings, TRUSTED_PROXIES: '1' };

  it('is not logged for a production deployment behind its proxy', () => expect(warningsFor(proxied)).toBe(''));

  it.each([
    [
      'a key of Stripe’s test mode in production',
      { ...proxied, STRIPE_SECRET_KEY: `sk_test_${'x'.repeat(24)}` },
      'no one is charged',
    ],
    [
      'a restricted test key in production',
      { ...proxied, STRIPE_SECRET_KEY: `rk_test_${'x'.repeat(24)}` },
      'no one is charged',
    ],
    [
      'a live key outside production',
      { ...developmentSettings, STRIPE_SECRET_KEY: `sk_live_${'x'.repeat(24)}` },
      'real payments will be made',
    ],
    ['no proxy in production', productionSettings, 'TRUSTED_PROXIES is 0'],
    ['staff without a second factor', { ...proxied, STAFF_REQUIRE_MFA: 'false' }, 'without a second factor'],
    ['an environment that is not production', developmentSettings, 'NODE_ENV is not production: this is a playground'],
  ])('is logged for %s', (_title, environment, message) => expect(warningsFor(environment)).toContain(message));
});

describe('a folder setting', () => {
  it.each([
    ['LEGAL_DIR', 'The folder of the legal documents (LEGAL_DIR) can’t be read: /dev/null/none'],
    ['SIGNING_KEYS_DIR', 'The folder of the signing keys (SIGNING_KEYS_DIR) can’t be created or read: /dev/null/none'],
  ])('%s that cannot be read is reported by the name of the setting', async (name, error) => {
    const settings = parseSettings({ ...developmentSettings, [name]: '/dev/null/none' });
    await expect(createServices(settings, pino({ level: 'silent' }))).rejects.toThrow(error);
  });

  it('for legal documents is rejected without a version', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'legal-'));
    const settings = parseSettings({ ...developmentSettings, LEGAL_DIR: folder });
    await expect(createServices(settings, pino({ level: 'silent' }))).rejects.toThrow(`in ${folder} (LEGAL_DIR)`);
    await rm(folder, { recursive: true });
  });
});

describe('a database on another machine', () => {
  const errorsWith = (url: string, overrides: Record<string, string> = {}) =>
    settingErrors({ ...productionSettings, DATABASE_URL: url, ...overrides });
  const tlsError =
    'DATABASE_URL: must have sslmode=verify-full in production when the database is on another machine, unless DATABASE_TLS is insecure-private-network';

  it.each([
    'postgresql://portal:secret@db.example.com/portal',
    'postgresql://portal:secret@10.0.0.5/portal?sslmode=require',
    'postgresql://portal:secret@db.example.com/portal?sslmode=verify-ca',
    'postgresql://portal:secret@db.example.com/portal?sslmode=disable',
    'postgresql://portal:secret@db.example.com/portal?sslmode=verify-full&sslmode=disable',
    'postgresql://portal:secret@db.example.com/portal?sslmode=verify-full&ssl=0',
    'postgresql://portal:secret@localhost/portal?host=db.example.com',
    'postgresql://portal:secret@localhost.example.com/portal',
  ])('is rejected in production without verified TLS: %s', (url) => expect(errorsWith(url)).toEqual([tlsError]));

  it.each([
    'postgresql://portal:secret@db.example.com/portal?sslmode=verify-full',
    'postgresql://portal:secret@db.example.com/portal?sslmode=verify-full&sslrootcert=/etc/ssl/db.pem',
    'postgresql://portal:secret@127.0.0.1:5432/portal',
    'postgresql://portal:secret@[::1]/portal',
    'postgresql://portal:secret@localhost/portal',
    'postgresql://portal@%2Fvar%2Frun%2Fpostgresql/portal',
    'postgresql:///portal?host=/var/run/postgresql',
  ])('is accepted with verified TLS, or without TLS on the same machine: %s', (url) =>
    expect(errorsWith(url)).toEqual([]),
  );

  it('is accepted without TLS if the operator declares the network private', () => {
    const url = 'postgresql://portal:secret@postgres/portal';
    expect(errorsWith(url, { DATABASE_TLS: 'insecure-private-network' })).toEqual([]);
    expect(settingErrors({ ...developmentSettings, DATABASE_URL: url })).toEqual([]);
    expect(errorsWith(url, { DATABASE_TLS: 'off' })).toEqual([
      'DATABASE_TLS: must be one of verify-full, insecure-private-network',
    ]);
  });

  it('also needs TLS behind a pooler', () => {
    const tls = '?sslmode=verify-full';
    const direct = 'postgresql://portal:secret@db.example.com/portal';
    expect(errorsWith(`postgresql://portal@pool.example.com/portal${tls}`, { DATABASE_DIRECT_URL: direct })).toEqual([
      tlsError.replace('DATABASE_URL', 'DATABASE_DIRECT_URL'),
    ]);
  });
});

describe('a warning about the version of Node', () => {
  const production = parseSettings({ ...productionSettings, TRUSTED_PROXIES: '1' });

  it('is logged for Node 20 in production', () =>
    expect(nodeWarnings(production, '20.20.2')).toEqual([
      'Node 20.20.2 gets no security updates since its end of life: use Node 24',
    ]));

  it.each(['22.22.0', '24.21.0', '26.1.0'])('is not logged for Node %s', (version) =>
    expect(nodeWarnings(production, version)).toEqual([]),
  );

  it('is not logged outside production', () =>
    expect(nodeWarnings(parseSettings(developmentSettings), '20.20.2')).toEqual([]));

  it('is among the warnings at startup', () =>
    expect(settingWarnings(production, {})).toEqual(nodeWarnings(production)));
});
