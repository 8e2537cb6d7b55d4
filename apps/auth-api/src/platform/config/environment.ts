import { restoreWindowDays } from '@portal/contract';
import * as z from 'zod/mini';
import {
  boolean,
  connectionPrefixes,
  databaseUrl,
  domain,
  emailAddress,
  emailSender,
  hostname,
  httpUrl,
  integer,
  ipRanges,
  issuerUrl,
  issuerUrls,
  linkUrl,
  mailboxConnections,
  oneOf,
  optional,
  platformScopes,
  positiveNumber,
  required,
  smtpUrl,
  string,
  stringList,
  withDefault,
} from './env-parsers.ts';
import { featureFlagRules } from './feature-flag-rules.ts';
import { nodeEnvironments } from './node-environment.ts';

const defaultPlatformScopes = [{ name: 'platform', description: 'Use the instance of the workspace' }];

/** All settings of the API. docs/generated/settings.md and the errors for invalid values are generated from this schema. */
export const Environment = z.object({
  NODE_ENV: withDefault(
    'The environment. `production` rejects unsafe settings. The others are for one machine: the URLs of the portal and the API must be local.',
    oneOf(...nodeEnvironments),
    'production',
  ),
  HOST: withDefault(
    'The address to listen on; `::` is every IPv4 and IPv6 address of this machine.',
    string('an address of this machine, e.g. ::'),
    '127.0.0.1',
  ),
  PORT: withDefault('The port to listen on.', integer(0, 65_535), 9001),
  METRICS_PORT: optional(
    'The port at which Prometheus scrapes `/metrics`. It must not be reachable from outside.',
    integer(0, 65_535),
    'none: metrics are not served',
  ),
  TRUSTED_PROXIES: withDefault(
    'The number of proxies in front of the API whose `X-Forwarded-For` is trusted.',
    integer(0, 20),
    0,
  ),
  TRUSTED_PROXY_RANGES: optional(
    'The addresses of proxies in front of those, such as a CDN, whose `X-Forwarded-For` is trusted too (see docs/operating/proxies.md).',
    ipRanges(),
    'none',
  ),
  LOG_LEVEL: withDefault(
    'Minimum log level.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
  ),
  VERSION: withDefault(
    'The version of this build; the release sets it.',
    string('a version, e.g. 0.1.0'),
    'development',
  ),
  COMMIT: withDefault(
    'The commit of this build, for the metric `portal_build_info`; the release sets it.',
    string('a commit, e.g. 4c1f0e9'),
    'unknown',
  ),

  AUTH_API_URL: required(
    'The URL at which browsers reach this API: under `/api` of the portal’s host, or at a host of its own.',
    httpUrl('https://portal.example.com/api'),
  ),
  PORTAL_URL: required('The URL at which browsers reach the portal.', httpUrl('https://portal.example.com')),

  DATABASE_URL: required(
    'The database, with a login that owns nothing there (see docs/operating/configure.md). Migrations use the owner’s URL, `MIGRATION_DATABASE_URL`.',
    databaseUrl(),
  ),
  DATABASE_DIRECT_URL: optional(
    'The URL of PostgreSQL itself, if `DATABASE_URL` is the URL of a pooler in transaction mode such as PgBouncer (see docs/operating/configure.md). The job worker uses it.',
    databaseUrl(),
    '`DATABASE_URL`',
  ),
  DATABASE_READ_URL: optional(
    'The URL of a replica of the database. Staff search, reports and the audit log read it, so that they do not slow down the other calls (see docs/operating/scale.md).',
    databaseUrl(),
    '`DATABASE_URL`',
  ),
  DATABASE_TLS: withDefault(
    'How connections to a database on another machine are secured. `verify-full` requires `sslmode=verify-full` in the database URLs in production. `insecure-private-network` also allows connections without TLS, for a network that no one else can reach, such as the one of docker-compose.yml.',
    oneOf('verify-full', 'insecure-private-network'),
    'verify-full',
  ),
  DATABASE_POOL_SIZE: withDefault(
    'The maximum number of connections of one process; its job worker uses eight more.',
    integer(1, 1_000),
    10,
  ),
  DATABASE_TIMEOUT_MS: withDefault(
    'How many milliseconds a request waits for the database before it fails with `DatabaseUnavailable`.',
    integer(1, 60_000),
    1_300,
  ),

  AUTH0_DOMAIN: required('The tenant at Auth0.', hostname('tenant.eu.auth0.com')),
  AUTH0_CLIENT_ID: required('The client ID of the application at Auth0.', string('a client ID')),
  AUTH0_CLIENT_SECRET: required('The secret of `AUTH0_CLIENT_ID`.', string('a client secret')),
  AUTH0_URL: optional(
    'The URL of Auth0, for a custom domain.',
    httpUrl('https://login.example.com'),
    '`https://` and `AUTH0_DOMAIN`',
  ),
  AUTH0_ISSUER: optional(
    'The issuer of the ID tokens.',
    issuerUrl('https://login.example.com/'),
    '`AUTH0_URL` and a slash',
  ),
  AUTH0_MANAGEMENT_CLIENT_ID: optional(
    'The client ID of the application that reads users and sends verification emails.',
    string('a client ID'),
    '`AUTH0_CLIENT_ID`',
  ),
  AUTH0_MANAGEMENT_CLIENT_SECRET: optional(
    'The secret of `AUTH0_MANAGEMENT_CLIENT_ID`.',
    string('a client secret'),
    '`AUTH0_CLIENT_SECRET`',
  ),
  AUTH0_MANAGEMENT_AUDIENCE: optional(
    'The audience of the Auth0 Management API.',
    string('an audience, e.g. https://tenant.eu.auth0.com/api/v2/'),
    '`AUTH0_URL` and `/api/v2/`',
  ),
  AUTH0_TIMEOUT_MS: withDefault(
    'How many milliseconds a request waits for Auth0 before it fails with `IdentityProviderUnavailable`. During a shutdown, no request waits longer than 9000.',
    integer(1, 10_000),
    7_500,
  ),

  STRIPE_SECRET_KEY: required(
    'The API key of the Stripe account. Production accepts a test mode key with a warning: no one is charged.',
    string('a secret or restricted key'),
  ),
  STRIPE_WEBHOOK_SECRETS: required(
    'The secrets with which Stripe signs its events to `/webhooks/stripe`. List both during a rotation.',
    stringList('comma-separated webhook secrets'),
  ),
  STRIPE_PRICE_LOOKUP_KEY: required(
    'The lookup key of the price charged after the trial.',
    string('a lookup key, e.g. monthly'),
  ),
  STRIPE_PORTAL_CONFIGURATION: optional(
    'The configuration of the customer portal.',
    string('the id of a configuration, e.g. bpc_123'),
    'the default configuration of the account',
  ),
  STRIPE_API_URL: withDefault(
    'The URL of the Stripe API.',
    httpUrl('https://api.stripe.com'),
    'https://api.stripe.com',
  ),
  STRIPE_TIMEOUT_MS: withDefault(
    'How many milliseconds a request waits for Stripe before it fails with `BillingUnavailable`.',
    integer(1, 20_000),
    2_500,
  ),

  SMTP_URL: required('The mail server that sends emails. In production, `smtp://` requires STARTTLS.', smtpUrl()),
  SUPPORT_EMAIL: optional(
    'The support address in emails; the portal’s `supportEmail` is a separate setting.',
    emailAddress('support@example.com'),
    '`support@systeminit.com`; required in production',
  ),
  MAIL_FROM: required('The sender of emails; an address without a name is shown with the product name.', emailSender()),

  SIGNING_KEYS_DIR: required(
    'The folder of the private keys that sign tokens and links, and of the secret with which mailboxes are hashed, shared by all replicas. In production it must contain a key for each purpose (`keys rotate` creates them); elsewhere the first start creates them.',
    string('a folder, e.g. /var/lib/portal/keys'),
  ),
  TOKEN_ISSUER: optional(
    'The issuer (`iss`) of the tokens and links that the API signs.',
    issuerUrl('https://auth-api.example.com'),
    '`AUTH_API_URL`',
  ),
  FORMER_TOKEN_ISSUERS: optional(
    'Other issuers whose tokens and links stay valid, such as the former `AUTH_API_URL` (see docs/operating/move.md).',
    issuerUrls('https://auth-api.example.org'),
    'none',
  ),
  LEGAL_DIR: optional(
    'The folder of the legal documents, with one folder for each version. Users who must accept new terms before anything else read `terms-of-service`.',
    string('a folder, e.g. /srv/legal'),
    'the sample documents in `legal`; required in production',
  ),

  RATE_LIMIT_MULTIPLIER: withDefault(
    'Multiplies every rate limit; tests and load tests use a large value.',
    positiveNumber(),
    1,
  ),
  LOGIN_LIMIT_PER_ADDRESS: withDefault(
    'How many logins may start from one IP address in ten minutes, for everyone behind it together.',
    integer(1, 1_000_000),
    300,
  ),
  LOGIN_LIMIT_PER_ACCOUNT: withDefault(
    'How many logins one account may complete in ten minutes, from all addresses together.',
    integer(1, 1_000_000),
    30,
  ),
  STAFF_EMAIL_DOMAIN: optional(
    'The email domain of staff. An address alone gives no rights: see `STAFF_CONNECTIONS`.',
    domain('example.com'),
    '`systeminit.com`; required in production',
  ),
  STAFF_CONNECTIONS: optional(
    'The Auth0 connections whose users can be staff, as prefixes of their user ids (`sub`). The company must control these connections: anyone can sign up with a password. `waad|` and `google-apps|` cover every such connection of the tenant.',
    connectionPrefixes(),
    'no one is staff; required in production',
  ),
  MAILBOX_CONNECTIONS: withDefault(
    'The Auth0 connections whose logins prove that the user receives the mail of their email address, as prefixes of user ids (`sub`) with the domain of the addresses. After such a login, users see and accept invitations without a link. All others open the link in the invitation email first. List a connection only for domains whose mailboxes its provider hosts or administers: a password, GitHub or Facebook proves no mailbox. `email|`, the passwordless login by email, needs no domain.',
    mailboxConnections(),
    ['email|', 'google-oauth2|@gmail.com', 'google-oauth2|@googlemail.com'],
  ),
  STAFF_REQUIRE_MFA: optional(
    'Whether staff must log in with a second factor: the ID token must then have `mfa` in `amr`.',
    boolean(),
    '`true` in production, `false` elsewhere',
  ),
  PRODUCT_NAME: optional(
    'The name of the product, in emails and messages.',
    string('a name'),
    '`System Initiative`; required in production',
  ),
  HOSTED_APP_URL: optional(
    'The URL of workspaces that the company hosts.',
    httpUrl('https://app.example.com'),
    '`https://app.systeminit.com`; required in production',
  ),
  HOSTED_APP_HOST: optional(
    'The host that instance URLs of other workspaces can’t use, because it is the company’s.',
    hostname('app.example.com'),
    '`app.systeminit.com`; required in production',
  ),
  MARKETING_URL: optional(
    'Where the portal sends a browser after a logout. The API only checks that production sets it.',
    linkUrl('https://www.example.com'),
    '`https://www.systeminit.com`; required in production',
  ),
  PRICING_URL: optional(
    'The portal’s link to the prices. The API only checks that production sets it.',
    linkUrl('https://www.example.com/pricing'),
    '`https://www.systeminit.com/pricing`; required in production',
  ),
  API_REFERENCE: optional(
    'Whether the API serves its reference as a page, at `/docs`.',
    boolean(),
    '`false` in production, `true` elsewhere',
  ),
  LOCAL_INSTANCE_URL: withDefault(
    'The default URL of an instance on a developer’s own machine. A workspace can name another port.',
    httpUrl('http://localhost:8080'),
    'http://localhost:8080',
  ),
  BACK_CHANNEL_LOGOUT_NETWORKS: optional(
    'Where the API may reach instances to notify them of logouts and changes. `public`: public addresses and `HOSTED_APP_URL`. `all`: also private networks, and all ports of `LOCAL_INSTANCE_URL` from the API’s own machine. Choose `all` only if you trust everyone who can create a workspace. `none`: instances are not notified; their tokens end in any case.',
    oneOf('public', 'all', 'none'),
    '`public` in production, `all` elsewhere',
  ),
  WEBHOOK_NETWORKS: optional(
    'Where the API sends events to the webhooks of customers. `public`: by HTTPS to public addresses, port 443 or 8443. `all`: to any URL, for development only.',
    oneOf('public', 'all'),
    '`public` in production, `all` elsewhere',
  ),
  CREATE_DEFAULT_WORKSPACE: withDefault('Whether a first login creates a default workspace.', boolean(), true),

  ANALYTICS_URL: optional(
    'The PostHog host that defines feature flags. The API sends it nothing about what users do.',
    httpUrl('https://eu.i.posthog.com'),
    'none: flags that `FEATURE_FLAGS` does not set are off',
  ),
  ANALYTICS_PROJECT_KEY: optional(
    'The PostHog project key; it is not a secret. Set it together with `ANALYTICS_URL`.',
    string('a project key, e.g. phc_…'),
    'none',
  ),
  ANALYTICS_FLAGS_KEY: optional(
    'The PostHog key that reads flag definitions. With it, this process evaluates the flags and PostHog receives no user data. Without it, PostHog receives the user’s id and evaluates them, so flags for email addresses and domains are off.',
    string('a secret key with access to feature flags, e.g. phs_…'),
    'none',
  ),
  FEATURE_FLAG_CACHE_SECONDS: withDefault('How many seconds flags from PostHog are cached.', integer(1, 3_600), 30),
  FEATURE_FLAGS: withDefault(
    'Feature flags that the operator sets: for everyone, or for verified email addresses and domains. PostHog decides flags that are not named here; without it, they are off.',
    featureFlagRules('auth_portal_admin_page=@example.com, ada@example.org; approvals-opt-in-out=on'),
    {},
    'none',
  ),
  SESSION_IDLE_HOURS: withDefault('How many hours a session lasts without a request.', integer(1, 8_760), 72),
  SESSION_MAX_HOURS: withDefault('How many hours a session lasts at most.', integer(1, 8_760), 14 * 24),
  STAFF_SESSION_IDLE_MINUTES: withDefault(
    'How many minutes a staff session lasts without a request, at most; it can end up to five minutes earlier, because requests are recorded every five minutes.',
    integer(10, 10_080),
    30,
  ),
  STAFF_SESSION_MAX_HOURS: withDefault('How many hours a staff session lasts at most.', integer(1, 8_760), 12),
  REAUTH_MAX_AGE_MINUTES: withDefault(
    'The maximum age, in minutes, of the login with which staff lock an account, owners are changed, and users download their data or delete their account.',
    integer(1, 1_440),
    15,
  ),
  STEP_UP_MAX_AGE_MINUTES: withDefault(
    'The maximum age, in minutes, of the login with which users end other sessions of their own, create an API token that is valid for more than 30 days, change the instance URL of a workspace or delete a workspace.',
    integer(1, 1_440),
    120,
  ),
  INVITATION_TTL_DAYS: withDefault('How many days an invitation to a workspace can be accepted.', integer(1, 90), 7),
  INSTANCE_TOKEN_TTL_DAYS: withDefault('How many days an instance token is valid.', integer(1, 365), 30),
  API_TOKEN_MAX_DAYS: withDefault('The maximum validity of an API token, in days.', integer(1, 3_650), 365),
  PLATFORM_SCOPES: withDefault(
    'What API tokens can be allowed to do at instances, which check it. A token gets the first one if its creator chooses none.',
    platformScopes(),
    defaultPlatformScopes,
    '`platform` = Use the instance of the workspace',
  ),
  TERMS_GRACE_DAYS: withDefault(
    'How many days the API tokens of someone who has not accepted new terms still work. They count from the date of the version, or from when the API first had it, if that is later.',
    integer(0, 365),
    30,
  ),

  ACCOUNT_DELETION_GRACE_DAYS: withDefault(
    'How many days after their request a user can cancel the deletion of their account. Then it is deleted for good.',
    integer(1, 365),
    14,
  ),
  DELETED_WORKSPACE_RETENTION_DAYS: withDefault(
    'How many days after its deletion a workspace is erased with its members and tokens. Staff can restore it for 30 days.',
    integer(restoreWindowDays, 3_650),
    30,
  ),
  INVITATION_RETENTION_DAYS: withDefault(
    'How many days after its end or expiry an invitation is erased.',
    integer(1, 3_650),
    30,
  ),
  EXPIRED_TOKEN_RETENTION_DAYS: withDefault(
    'How many days after its expiry an API token or instance token is erased, also if it was revoked earlier.',
    integer(1, 3_650),
    90,
  ),
  AUDIT_ADDRESS_RETENTION_DAYS: withDefault(
    'How many days the audit log shows the IP address and user agent of an action. The entry itself stays.',
    integer(30, 3_650),
    400,
  ),
});

export type Environment = z.output<typeof Environment>;
