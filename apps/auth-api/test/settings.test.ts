import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { addSigningKey } from '../src/keys/signing-keys.ts';
import { openServices } from '../src/services.ts';
import { parseSettings } from '../src/settings.ts';
import { doubts } from '../src/settings/doubtful-settings.rules.ts';
import { mistypedNames } from '../src/settings/mistyped-names.ts';
import { development, faultsOf, production } from './support/environments.ts';

describe('a setting', () => {
  it.each([
    ['NODE_ENV', 'prod', 'must be one of development, test, production'],
    ['PORT', 'many', 'must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '0x10', 'must be a whole number from 0 to 65535'],
    ['TRUSTED_PROXIES', '1.5', 'must be a whole number from 0 to 20'],
    ['TRUSTED_PROXIES', 'true', 'must be a whole number from 0 to 20'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['DATABASE_URL', 'mysql://db/portal', 'must be the address of a PostgreSQL database, such as postgresql://'],
    ['DATABASE_URL', 'postgresql://db', 'must be the address of a PostgreSQL database, such as postgresql://'],
    ['DATABASE_URL', 'db/portal', 'must be the address of a PostgreSQL database, such as postgresql://'],
    ['DATABASE_POOL_SIZE', '0', 'must be a whole number from 1 to 1000'],
    ['DATABASE_WAIT_MS', '-1', 'must be a whole number from 1 to 60000'],
    ['PORTAL_URL', 'portal.example.com', 'must be an http(s) address without a query, such as https://'],
    ['PORTAL_URL', 'https://portal.example.com/?a=b', 'must be an http(s) address without a query, such as https://'],
    ['AUTH_API_URL', 'https://a:b@auth-api.example.com', 'must be an http(s) address without a query'],
    ['AUTH0_DOMAIN', 'https://tenant.eu.auth0.com/', 'must be a host without https:// and path, such as tenant.'],
    ['AUTH0_DOMAIN', 'tenant.eu.auth0.com:99999', 'must be a host without https:// and path, such as tenant.'],
    ['AUTH0_ISSUER', 'tenant', 'must be an http(s) address, to the letter as the tokens have it'],
    ['SMTP_URL', 'smtp.example.com:25', 'must be the address of a mail server, such as smtps://'],
    ['MAIL_FROM', 'The portal', 'must be an e-mail address, with or without a name, such as Account portal <'],
    ['STAFF_EMAIL_DOMAIN', '@example.com', 'must be a domain, such as example.com'],
    ['STAFF_EMAIL_DOMAIN', 'example', 'must be a domain, such as example.com'],
    ['STAFF_CONNECTIONS', 'waad', 'must be none, or beginnings of ids that each end with |'],
    ['STAFF_CONNECTIONS', '|', 'must be none, or'],
    ['STAFF_CONNECTIONS', 'waad|, none', 'must be none, or'],
    ['STAFF_CONNECTIONS', 'waad|,', 'must be none, or'],
    ['STAFF_CONNECTIONS', 'Waad|', 'must be none, or'],
    ['STAFF_REQUIRE_MFA', 'maybe', 'must be true or false'],
    ['RATE_LIMIT_SCALE', '0', 'must be a number above 0, such as 1 or 0.5'],
    ['RATE_LIMIT_SCALE', 'Infinity', 'must be a number above 0, such as 1 or 0.5'],
    ['CREATE_DEFAULT_WORKSPACE', 'perhaps', 'must be true or false'],
    ['ANALYTICS_FLAGS_SECONDS', '0', 'must be a whole number from 1 to 3600'],
    ['FEATURE_FLAGS', 'admin=on', 'must be names (auth_portal_admin_page, approvals-opt-in-out) with on, off or'],
    ['FEATURE_FLAGS', 'approvals-opt-in-out', 'must be names ('],
    ['FEATURE_FLAGS', 'approvals-opt-in-out=', 'must be names ('],
    ['FEATURE_FLAGS', 'approvals-opt-in-out=yes', 'must be names ('],
    ['FEATURE_FLAGS', 'approvals-opt-in-out=on, a@example.com', 'must be names ('],
    ['FEATURE_FLAGS', 'approvals-opt-in-out=on;approvals-opt-in-out=off', 'must be names ('],
    ['SESSION_IDLE_HOURS', '0', 'must be a whole number from 1 to 8760'],
    ['SESSION_MAX_HOURS', '1e3', 'must be a whole number from 1 to 8760'],
    ['STAFF_SESSION_IDLE_MINUTES', '5', 'must be a whole number from 10 to 10080'],
    ['STAFF_SESSION_MAX_HOURS', '0', 'must be a whole number from 1 to 8760'],
    ['FRESH_LOGIN_MINUTES', '0', 'must be a whole number from 1 to 1440'],
    ['SUPPORT_EMAIL', 'Support <support@example.com>', 'must be an e-mail address, such as support@example.com'],
    ['INSTANCE_TOKEN_DAYS', '0', 'must be a whole number from 1 to 365'],
    ['AUTH0_WAIT_MS', '10001', 'must be a whole number from 1 to 10000'],
    ['STRIPE_WAIT_MS', '20001', 'must be a whole number from 1 to 20000'],
    ['API_TOKEN_MAX_DAYS', '99999', 'must be a whole number from 1 to 3650'],
  ])('%s of %j is refused, with what is expected', (name, value, fault) =>
    expect(faultsOf({ ...development, [name]: value })).toEqual([expect.stringContaining(`${name}: ${fault}`)]),
  );

  it.each(['AUTH_API_URL', 'DATABASE_URL', 'AUTH0_CLIENT_SECRET', 'SMTP_URL', 'MAIL_FROM', 'SIGNING_KEYS_DIR'])(
    '%s has to be given, and what it looks like is told',
    (name) => {
      const fault = new RegExp(`^${name}: is not set; it must be an? |^${name}: is not set; it must be the `);
      expect(faultsOf({ ...development, [name]: ' ' })).toEqual([expect.stringMatching(fault)]);
    },
  );

  it('is told with all others that are wrong, the unsafe ones too, and never with its value', () => {
    const faults = faultsOf({
      ...production,
      PORT: 'many',
      PORTAL_URL: 'http://portal.example.com',
      AUTH0_CLIENT_SECRET: 'canary',
      DATABASE_URL: 'canary',
      MAIL_FROM: '',
    });
    expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual([
      'AUTH0_CLIENT_SECRET',
      'DATABASE_URL',
      'MAIL_FROM',
      'PORT',
      'PORTAL_URL',
    ]);
    expect(faults.join()).not.toContain('canary');
  });

  it('is read as it is meant', () => {
    const settings = parseSettings({
      ...development,
      AUTH_API_URL: 'https://auth-api.example.com',
      PORT: ' 80 ',
      PORTAL_URL: 'https://portal.example.com//',
      STAFF_EMAIL_DOMAIN: 'Example.COM',
      STAFF_CONNECTIONS: ' waad|, samlp|acme| ',
      CREATE_DEFAULT_WORKSPACE: 'false',
      RATE_LIMIT_SCALE: '0.5',
      FEATURE_FLAGS: 'auth_portal_admin_page=@Example.com, ada@example.org; approvals-opt-in-out=off;',
      MAIL_FROM: 'Account portal <portal@example.com>',
      NOT_OURS: 'anything',
    });
    expect(settings).toMatchObject({
      PORT: 80,
      PORTAL_URL: 'https://portal.example.com',
      STAFF_EMAIL_DOMAIN: 'example.com',
      STAFF_CONNECTIONS: ['waad|', 'samlp|acme|'],
      CREATE_DEFAULT_WORKSPACE: false,
      RATE_LIMIT_SCALE: 0.5,
      FEATURE_FLAGS: {
        auth_portal_admin_page: ['@example.com', 'ada@example.org'],
        'approvals-opt-in-out': ['off'],
      },
      MAIL_FROM: 'Account portal <portal@example.com>',
    });
    expect(settings).not.toHaveProperty('NOT_OURS');
  });

  it('that follows from another does', () =>
    expect(parseSettings({ ...production, AUTH0_DOMAIN: 'tenant.example.com' })).toMatchObject({
      AUTH0_URL: 'https://tenant.example.com',
      AUTH0_ISSUER: 'https://tenant.example.com/',
      AUTH0_MANAGEMENT_CLIENT_ID: 'client',
      AUTH0_MANAGEMENT_CLIENT_SECRET: production.AUTH0_CLIENT_SECRET,
      AUTH0_MANAGEMENT_AUDIENCE: 'https://tenant.example.com/api/v2/',
    }));
});

describe('settings that contradict each other', () => {
  const idle = 'SESSION_IDLE_HOURS: can’t be above SESSION_MAX_HOURS, nor can the 72 that stand in for it';
  const site = 'PORTAL_URL: must be of the same site as AUTH_API_URL, with the same scheme';
  it.each([
    [{ SESSION_IDLE_HOURS: '48', SESSION_MAX_HOURS: '24' }, idle],
    [{ SESSION_MAX_HOURS: '24' }, idle],
    [
      { STAFF_SESSION_IDLE_MINUTES: '121', STAFF_SESSION_MAX_HOURS: '2' },
      'STAFF_SESSION_IDLE_MINUTES: can’t be above STAFF_SESSION_MAX_HOURS',
    ],
    [{ PORTAL_URL: 'http://localhost:9001/' }, 'PORTAL_URL: can’t be the same as AUTH_API_URL'],
    [{ PORT: '9464', METRICS_PORT: '9464' }, 'METRICS_PORT: can’t be the same as PORT'],
    [{ METRICS_PORT: '9001' }, 'METRICS_PORT: can’t be the same as PORT'],
    [{ PORTAL_URL: 'https://localhost:9000' }, site],
    [{ PORTAL_URL: 'http://127.0.0.1:9000' }, site],
    [{ PORTAL_URL: 'http://portal.example.com', AUTH_API_URL: 'http://api.example.org' }, site],
    [{ PORTAL_URL: 'http://10.0.0.1', AUTH_API_URL: 'http://192.0.0.1' }, site],
    [
      { AUTH0_MANAGEMENT_CLIENT_ID: 'machine' },
      'AUTH0_MANAGEMENT_CLIENT_SECRET: has to be given where AUTH0_MANAGEMENT_CLIENT_ID is',
    ],
    [
      { AUTH0_MANAGEMENT_CLIENT_SECRET: 'secret' },
      'AUTH0_MANAGEMENT_CLIENT_ID: has to be given where AUTH0_MANAGEMENT_CLIENT_SECRET is',
    ],
    [{ ANALYTICS_URL: 'https://x.example' }, 'ANALYTICS_PROJECT_KEY: has to be given where ANALYTICS_URL is'],
    [{ ANALYTICS_PROJECT_KEY: 'phc_1' }, 'ANALYTICS_URL: has to be given where ANALYTICS_PROJECT_KEY is'],
    [{ ANALYTICS_FLAGS_KEY: 'phs_1' }, 'ANALYTICS_URL: has to be given where ANALYTICS_FLAGS_KEY is'],
  ])('as %j are refused by name', (given, fault) =>
    expect(faultsOf({ ...development, ...given })).toEqual([expect.stringContaining(fault)]),
  );

  it.each([
    { SESSION_IDLE_HOURS: '24', SESSION_MAX_HOURS: '24' },
    { PORTAL_URL: 'https://accounts.example.co.uk', AUTH_API_URL: 'https://example.co.uk' },
    { AUTH0_MANAGEMENT_CLIENT_ID: 'machine', AUTH0_MANAGEMENT_CLIENT_SECRET: 'secret' },
  ])('are not meant by %j', (given) => expect(faultsOf({ ...development, ...given })).toEqual([]));
});

describe('what is doubtful', () => {
  const said = (environment: Record<string, string>) => doubts(parseSettings(environment)).join();
  const proxied = { ...production, TRUSTED_PROXIES: '1' };

  it('is nothing in a production behind its proxy', () => expect(said(proxied)).toBe(''));

  it.each([
    [
      'a key of Stripe’s test mode in production',
      { ...proxied, STRIPE_SECRET_KEY: `sk_test_${'x'.repeat(24)}` },
      'nobody pays',
    ],
    ['a restricted one', { ...proxied, STRIPE_SECRET_KEY: `rk_test_${'x'.repeat(24)}` }, 'nobody pays'],
    ['a live key elsewhere', { ...development, STRIPE_SECRET_KEY: `sk_live_${'x'.repeat(24)}` }, 'real money'],
    ['no proxy in production', production, 'TRUSTED_PROXIES is 0'],
    ['staff without a second factor', { ...proxied, STAFF_REQUIRE_MFA: 'false' }, 'without a second factor'],
    ['anything but production', development, 'NODE_ENV is not production'],
  ])('is taken, and warned of: %s', (_what, environment, words) => expect(said(environment)).toContain(words));
});

describe('a folder', () => {
  it.each([
    ['LEGAL_DIR', 'The folder of the legal documents (LEGAL_DIR) can’t be read: /dev/null/none'],
    ['SIGNING_KEYS_DIR', 'The folder of the signing keys (SIGNING_KEYS_DIR) can’t be made or read: /dev/null/none'],
  ])('that %s names and that can’t be read is told by the name of the setting', async (name, fault) => {
    const settings = parseSettings({ ...development, [name]: '/dev/null/none' });
    await expect(openServices(settings, pino({ level: 'silent' }))).rejects.toThrow(fault);
  });

  it('of the legal documents without a version is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'legal-'));
    const settings = parseSettings({ ...development, LEGAL_DIR: folder });
    await expect(openServices(settings, pino({ level: 'silent' }))).rejects.toThrow(`in ${folder} (LEGAL_DIR)`);
    await rm(folder, { recursive: true });
  });
});

/** What has to be given with a setting for it to be judged by itself. */
const partners: Record<string, Record<string, string>> = {
  AUTH0_MANAGEMENT_CLIENT_ID: { AUTH0_MANAGEMENT_CLIENT_SECRET: 'x'.repeat(32) },
  AUTH0_MANAGEMENT_CLIENT_SECRET: { AUTH0_MANAGEMENT_CLIENT_ID: 'machine' },
};

/** The other one of the two addresses that have to be of one site. */
const neighbourOf = (name: string, value: string) => {
  const other = { AUTH_API_URL: 'PORTAL_URL', PORTAL_URL: 'AUTH_API_URL' }[name];
  return other === undefined ? {} : { [other]: `${new URL(value).origin}:8443` };
};

describe('a production', () => {
  it('that is safe is taken, whatever it logs and wherever its database is', () =>
    expect(faultsOf({ ...production, LOG_LEVEL: 'debug', DATABASE_URL: 'postgresql://127.0.0.1/portal' })).toEqual([]));

  it('may have an audience that is no address', () =>
    expect(faultsOf({ ...production, AUTH0_MANAGEMENT_AUDIENCE: 'management of users' })).toEqual([]));

  it.each([
    ['AUTH_API_URL', 'http://auth-api.example.com', 'must be https'],
    ['PORTAL_URL', 'http://portal.example.com', 'must be https'],
    ['HOSTED_APP_URL', 'http://app.example.com', 'must be https'],
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
      'must be a key of Stripe’s (sk_live_… or rk_live_…, and with a warning sk_test_… or rk_test_…)',
    ],
    ['STRIPE_WEBHOOK_SECRETS', 'x', 'must each begin with whsec_ and have at least 32 characters'],
    [
      'STRIPE_WEBHOOK_SECRETS',
      `whsec_${'x'.repeat(32)},whsec_x`,
      'must each begin with whsec_ and have at least 32 characters',
    ],
    ['STAFF_CONNECTIONS', 'waad|,auth0|', 'can’t contain auth0|, the connection that anyone can sign up at'],
    ['STAFF_CONNECTIONS', 'auth0|acme|', 'can’t contain auth0|, the connection that anyone can sign up at'],
    ['RATE_LIMIT_SCALE', '1000', 'can’t be above 10'],
  ])('is refused %s of %j, which elsewhere is taken', (name, value, fault) => {
    expect(faultsOf({ ...production, ...partners[name], [name]: value })).toEqual([`${name}: ${fault} in production`]);
    const others = { ...partners[name], ...neighbourOf(name, value) };
    expect(faultsOf({ ...development, ...others, [name]: value })).toEqual([]);
  });

  it('without a signing key does not start, and makes none; with one it does', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
    const settings = parseSettings({ ...production, SIGNING_KEYS_DIR: folder });
    const open = () => openServices(settings, pino({ level: 'silent' }));
    await expect(open()).rejects.toThrow(`There is no signing key in ${folder} (SIGNING_KEYS_DIR). Make one with`);
    await expect(open()).rejects.toThrow();
    const kid = await addSigningKey(folder);
    const services = await open();
    expect(services.tokens.publicJwks().keys.map((key) => key['kid'])).toEqual([kid]);
    await services.close();
    await rm(folder, { recursive: true });
  });
});

describe('a database on another machine', () => {
  const faultsWith = (url: string, more: Record<string, string> = {}) =>
    faultsOf({ ...production, DATABASE_URL: url, ...more });
  const must =
    'DATABASE_URL: must have sslmode=verify-full in production where the database is on another machine, unless DATABASE_TLS is insecure-private-network';

  it.each([
    'postgresql://portal:secret@db.example.com/portal',
    'postgresql://portal:secret@10.0.0.5/portal?sslmode=require',
    'postgresql://portal:secret@db.example.com/portal?sslmode=verify-ca',
    'postgresql://portal:secret@db.example.com/portal?sslmode=disable',
    'postgresql://portal:secret@db.example.com/portal?sslmode=verify-full&sslmode=disable',
    'postgresql://portal:secret@db.example.com/portal?sslmode=verify-full&ssl=0',
    'postgresql://portal:secret@localhost/portal?host=db.example.com',
    'postgresql://portal:secret@localhost.example.com/portal',
  ])('is refused in production without TLS that verifies it: %s', (url) => expect(faultsWith(url)).toEqual([must]));

  it.each([
    'postgresql://portal:secret@db.example.com/portal?sslmode=verify-full',
    'postgresql://portal:secret@db.example.com/portal?sslmode=verify-full&sslrootcert=/etc/ssl/db.pem',
    'postgresql://portal:secret@127.0.0.1:5432/portal',
    'postgresql://portal:secret@[::1]/portal',
    'postgresql://portal:secret@localhost/portal',
    'postgresql://portal@%2Fvar%2Frun%2Fpostgresql/portal',
    'postgresql:///portal?host=/var/run/postgresql',
  ])('is taken with it, and one beside the API without: %s', (url) => expect(faultsWith(url)).toEqual([]));

  it('is taken without it where the operator says that the network is private', () => {
    const url = 'postgresql://portal:secret@postgres/portal';
    expect(faultsWith(url, { DATABASE_TLS: 'insecure-private-network' })).toEqual([]);
    expect(faultsOf({ ...development, DATABASE_URL: url })).toEqual([]);
    expect(faultsWith(url, { DATABASE_TLS: 'off' })).toEqual([
      'DATABASE_TLS: must be one of verify-full, insecure-private-network',
    ]);
  });

  it('is asked for TLS behind a pooler, too', () => {
    const tls = '?sslmode=verify-full';
    const direct = 'postgresql://portal:secret@db.example.com/portal';
    expect(faultsWith(`postgresql://portal@pool.example.com/portal${tls}`, { DATABASE_DIRECT_URL: direct })).toEqual([
      must.replace('DATABASE_URL', 'DATABASE_DIRECT_URL'),
    ]);
  });
});

describe('a variable that is named almost as a setting is', () => {
  it.each([
    ['DATABASE_URI', 'DATABASE_URL'],
    ['AUTH0_CLIENT_SECERT', 'AUTH0_CLIENT_SECRET'],
    ['STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRETS'],
    ['SESSION_IDLE_HOUR', 'SESSION_IDLE_HOURS'],
    ['smtp_url', 'SMTP_URL'],
    ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
    ['MIGRATION_DATABSE_URL', 'MIGRATION_DATABASE_URL'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ])('is a warning at the start: %s', (name, nearest) =>
    expect(mistypedNames({ [name]: 'x' })).toEqual([
      `${name} is not a setting and is ignored. Did you mean ${nearest}?`,
    ]),
  );

  it('is none where it is a setting, empty, or of somebody else', () => {
    const others = ['PATH', 'HOME', 'HOSTNAME', 'PWD', 'SHLVL', 'TERM', 'LANG', 'NODE_OPTIONS', 'NODE_VERSION'];
    // Kubernetes sets such ones for every service.
    const ofKubernetes = [
      'AUTH_API_PORT',
      'AUTH_API_SERVICE_HOST',
      'PORTAL_PORT',
      'PORTAL_SERVICE_PORT',
      'POSTGRES_PORT',
    ];
    const ofTheStack = ['MAIL_PORT', 'SMTP_PORT', 'DATA_DIR', 'PORT_OFFSET', 'OTEL_SERVICE_NAME', 'PGHOST'];
    const names = [...others, ...ofKubernetes, ...ofTheStack, ...Object.keys(production), 'DATABASE_URL_FILE'];
    expect(mistypedNames(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
    expect(mistypedNames({ DATABASE_URI: ' ' })).toEqual([]);
  });
});
