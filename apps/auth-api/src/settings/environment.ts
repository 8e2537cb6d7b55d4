import * as z from 'zod/mini';
import { flagRules } from './flag-rules.ts';
import {
  connections,
  databaseUrl,
  defaulted,
  domain,
  emailAddress,
  factor,
  flag,
  hostName,
  issuer,
  oneOf,
  optional,
  required,
  sender,
  smtpUrl,
  text,
  texts,
  webUrl,
  whole,
} from './setting-kinds.ts';

/** The one list of settings: what the API reads, what docs/settings.md says, and what a fault is told by. */
export const Environment = z.object({
  NODE_ENV: defaulted(
    'What the process is for. `production` refuses what is unsafe, and serves no `/docs`.',
    oneOf('development', 'test', 'production'),
    'development',
  ),
  HOST: defaulted('The address to listen on.', text('an address of this machine, such as 0.0.0.0'), '127.0.0.1'),
  PORT: defaulted('The port to listen on.', whole(0, 65_535), 9001),
  METRICS_PORT: optional(
    'The port at which Prometheus reads `/metrics`. It must not be reached from outside.',
    whole(0, 65_535),
    'none: nothing is served',
  ),
  TRUSTED_PROXIES: defaulted('How many proxies stand in front, whose X-Forwarded-For is believed.', whole(0, 20), 0),
  LOG_LEVEL: defaulted(
    'The least that is logged.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
  ),
  VERSION: defaulted(
    'What this build calls itself; the release sets it.',
    text('a version, such as 1.4.0'),
    'development',
  ),

  AUTH_API_URL: required('Where browsers reach this API.', webUrl('https://auth-api.example.com')),
  PORTAL_URL: required('Where browsers reach the portal.', webUrl('https://portal.example.com')),

  DATABASE_URL: required(
    'The database, by a login that owns nothing there (see docs/operating/configure.md). Migrations take the owner’s address as `MIGRATION_DATABASE_URL`.',
    databaseUrl(),
  ),
  DATABASE_DIRECT_URL: optional(
    'PostgreSQL’s own address, where `DATABASE_URL` is that of a pooler in transaction mode, such as PgBouncer (see docs/operating/configure.md). Jobs are worked on there.',
    databaseUrl(),
    '`DATABASE_URL`',
  ),
  DATABASE_TLS: defaulted(
    'How connections to a database on another machine are secured. `verify-full` requires `sslmode=verify-full` in the database’s addresses in production; `insecure-private-network` also allows connections without TLS, for a network that nobody else is in, such as the one of docker-compose.yml.',
    oneOf('verify-full', 'insecure-private-network'),
    'verify-full',
  ),
  DATABASE_POOL_SIZE: defaulted(
    'How many connections one process opens at most; its job worker takes five more.',
    whole(1, 1_000),
    10,
  ),
  DATABASE_WAIT_MS: defaulted(
    'How many milliseconds a request waits for the database before it is told that it is away.',
    whole(1, 60_000),
    1_300,
  ),

  AUTH0_DOMAIN: required('The tenant at the identity provider.', hostName('tenant.eu.auth0.com')),
  AUTH0_CLIENT_ID: required('The application at the identity provider.', text('the id that the provider gave it')),
  AUTH0_CLIENT_SECRET: required('The secret of `AUTH0_CLIENT_ID`.', text('the secret that the provider gave it')),
  AUTH0_URL: optional(
    'Another address of the identity provider, for a domain of your own.',
    webUrl('https://login.example.com'),
    '`https://` and `AUTH0_DOMAIN`',
  ),
  AUTH0_ISSUER: optional('Who issues the ID tokens.', issuer('https://login.example.com/'), '`AUTH0_URL` and a slash'),
  AUTH0_MANAGEMENT_CLIENT_ID: optional(
    'The application that reads users and sends verification mails.',
    text('the id that the provider gave it'),
    '`AUTH0_CLIENT_ID`',
  ),
  AUTH0_MANAGEMENT_CLIENT_SECRET: optional(
    'The secret of `AUTH0_MANAGEMENT_CLIENT_ID`.',
    text('the secret that the provider gave it'),
    '`AUTH0_CLIENT_SECRET`',
  ),
  AUTH0_MANAGEMENT_AUDIENCE: optional(
    'The API that it asks for.',
    text('an audience, such as https://tenant.eu.auth0.com/api/v2/'),
    '`AUTH0_URL` and `/api/v2/`',
  ),
  AUTH0_WAIT_MS: defaulted(
    'How many milliseconds a request waits for the identity provider before it is told that it is away. A process that stops waits for none longer than 9000.',
    whole(1, 10_000),
    7_500,
  ),

  STRIPE_SECRET_KEY: required(
    'The key of the account at Stripe. In production one of the test mode is taken with a warning: nobody pays.',
    text('a secret or restricted key'),
  ),
  STRIPE_WEBHOOK_SECRETS: required(
    'What Stripe signs its events to `/webhooks/stripe` with; two while one replaces the other.',
    texts('webhook secrets with commas between'),
  ),
  STRIPE_PRICE_LOOKUP_KEY: required(
    'The price that a trial turns into, by its lookup key.',
    text('a lookup key, such as monthly'),
  ),
  STRIPE_PORTAL_CONFIGURATION: optional(
    'The configuration of the customer portal.',
    text('the id of a configuration, such as bpc_123'),
    'the default one of the account',
  ),
  STRIPE_API_URL: defaulted('Where Stripe is reached.', webUrl('https://api.stripe.com'), 'https://api.stripe.com'),
  STRIPE_WAIT_MS: defaulted(
    'How many milliseconds a request waits for Stripe before it is told that billing is away.',
    whole(1, 20_000),
    2_500,
  ),

  SMTP_URL: required(
    'The mail server that mails go out by. In production one of `smtp://` has to offer STARTTLS.',
    smtpUrl(),
  ),
  SUPPORT_EMAIL: defaulted(
    'Where mails tell people to write to; the portal’s `supportEmail` is another setting.',
    emailAddress('support@example.com'),
    'support@systeminit.com',
  ),
  MAIL_FROM: required('Who the mails are from; an address alone is shown with the name of the product.', sender()),

  SIGNING_KEYS_DIR: required(
    'The folder of the private keys that tokens are signed with. All replicas read the same one. In production it has to hold a key (`keys rotate` makes one); elsewhere the first start makes it.',
    text('a folder, such as /var/lib/portal/keys'),
  ),
  LEGAL_DIR: optional(
    'The folder of the legal documents, a folder a version. Of each, `terms-of-service` is what people read who may open no other page.',
    text('a folder, such as /srv/legal'),
    'the sample documents in `legal`',
  ),

  RATE_LIMIT_SCALE: defaulted('A factor on every limit; tests and load use a large one.', factor(), 1),
  LOGIN_LIMIT_PER_ADDRESS: defaulted(
    'How many logins may start from one address of the network within ten minutes, for everyone behind it together.',
    whole(1, 1_000_000),
    300,
  ),
  LOGIN_LIMIT_PER_ACCOUNT: defaulted(
    'How many logins one account may finish within ten minutes, from all addresses together.',
    whole(1, 1_000_000),
    30,
  ),
  STAFF_EMAIL_DOMAIN: defaulted(
    'The email domain of staff. An address alone gives no rights: see `STAFF_CONNECTIONS`.',
    domain('example.com'),
    'systeminit.com',
  ),
  STAFF_CONNECTIONS: optional(
    'The connections at the identity provider whose users can be staff, by how their ids (`sub`) begin. They must be under the company’s control: anyone can sign up with a password. `waad|` and `google-apps|` cover every such connection of the tenant.',
    connections(),
    'no one is staff; production requires it',
  ),
  STAFF_REQUIRE_MFA: optional(
    'Whether staff have to log in with a second factor: the ID token of the login then has `mfa` in `amr`.',
    flag(),
    '`true` in production, `false` elsewhere',
  ),
  PRODUCT_NAME: defaulted('The product, in mails and messages.', text('a name'), 'System Initiative'),
  HOSTED_APP_URL: defaulted(
    'Where workspaces that the company manages run.',
    webUrl('https://app.example.com'),
    'https://app.systeminit.com',
  ),
  HOSTED_APP_HOST: defaulted(
    'The host that a workspace elsewhere can’t use, because it is the company’s.',
    hostName('app.example.com'),
    'app.systeminit.com',
  ),
  LOCAL_INSTANCE_URL: defaulted(
    'Where an instance on a developer’s own machine listens.',
    webUrl('http://localhost:8080'),
    'http://localhost:8080',
  ),
  CREATE_DEFAULT_WORKSPACE: defaulted('Whether a first login gets a workspace of its own.', flag(), true),

  ANALYTICS_URL: optional(
    'The analytics host (PostHog), where feature flags are switched. The API tells it nothing of what people do.',
    webUrl('https://eu.i.posthog.com'),
    'none: all flags are off that `FEATURE_FLAGS` does not set',
  ),
  ANALYTICS_PROJECT_KEY: optional(
    'The project there; it is no secret. It goes together with `ANALYTICS_URL`.',
    text('the key that the host gave the project, such as phc_…'),
    'none',
  ),
  ANALYTICS_FLAGS_KEY: optional(
    'The right to read there how the flags are defined. With it they are judged in this process, and the host learns nothing of people. Without it the host is asked by the id of the user alone, so that flags for addresses and domains are off.',
    text('a secret key of the project that may read its flags, such as phs_…'),
    'none',
  ),
  ANALYTICS_FLAGS_SECONDS: defaulted(
    'How many seconds the answers of the analytics host are believed.',
    whole(1, 3_600),
    30,
  ),
  FEATURE_FLAGS: defaulted(
    'Feature flags as the operator sets them: for everybody, or for verified e-mail addresses and domains. A flag that is not named here is the analytics host’s, and off without one.',
    flagRules('auth_portal_admin_page=@example.com, ada@example.org; approvals-opt-in-out=on'),
    {},
    'none',
  ),

  SESSION_IDLE_HOURS: defaulted('After how many hours without a request a session ends.', whole(1, 8_760), 72),
  SESSION_MAX_HOURS: defaulted('After how many hours a session ends in any case.', whole(1, 8_760), 14 * 24),
  STAFF_SESSION_IDLE_MINUTES: defaulted(
    'After how many minutes without a request a session of staff ends, if not before; up to five minutes earlier, because requests are noted every five minutes.',
    whole(10, 10_080),
    30,
  ),
  STAFF_SESSION_MAX_HOURS: defaulted(
    'After how many hours a session of staff ends in any case, if not before.',
    whole(1, 8_760),
    12,
  ),
  FRESH_LOGIN_MINUTES: defaulted(
    'How many minutes ago staff may have logged in at most to lock somebody out.',
    whole(1, 1_440),
    15,
  ),
  INSTANCE_TOKEN_DAYS: defaulted('How many days the token of an instance lives.', whole(1, 365), 30),
  API_TOKEN_MAX_DAYS: defaulted('How many days an API token can live at most.', whole(1, 3_650), 365),
});

export type Environment = z.output<typeof Environment>;
