import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { Middleware } from 'koa';
import type { Accounts } from './accounts.ts';
import { respondLikeAuth0 } from './token-endpoint.ts';
import { claimsByScope, claimsOf, grantAllScopes } from './claims.ts';
import { managementGrant, type ManagementTokens } from './management-tokens.ts';
import type { OidcRecords } from './oidc-adapter.ts';
import { refuseLogins } from './refusals.ts';
import { isStaffAccount } from './staff-connection.ts';
import type { CurrentScenario } from './scenarios.ts';
import type { Secrets } from './secrets.ts';

interface OidcOptions {
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly callbackUrls: readonly string[];
  readonly backChannelLogoutUrl?: string;
  readonly records: OidcRecords;
  readonly secrets: Secrets;
  readonly accounts: Accounts;
  readonly managementTokens: ManagementTokens;
  readonly scenario: CurrentScenario;
  readonly tokenFaults: Middleware;
  readonly renderError: NonNullable<Configuration['renderError']>;
}

const daySeconds = 24 * 60 * 60;

/** An OpenID provider at Auth0's paths. Its cookie names are unique on this host, because cookies ignore ports. */
export function createOidcProvider(options: OidcOptions): Provider {
  const { accounts, secrets } = options;
  const provider = new Provider(`${options.issuerUrl}/`, {
    adapter: options.records.adapter,
    jwks: { keys: [secrets.signingKey] },
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [...options.callbackUrls],
        grant_types: ['authorization_code', 'client_credentials'],
        token_endpoint_auth_method: 'client_secret_post',
        // With it, ID tokens have a `sid`. The emulator posts the logout tokens itself (logout-tokens.ts).
        ...(options.backChannelLogoutUrl !== undefined && {
          backchannel_logout_uri: options.backChannelLogoutUrl,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    routes: {
      authorization: '/authorize',
      token: '/oauth/token',
      userinfo: '/userinfo',
      jwks: '/.well-known/jwks.json',
    },
    findAccount: (_ctx, id) => {
      const account = accounts.get(id);
      return account && { accountId: id, claims: () => claimsOf(account) };
    },
    claims: claimsByScope,
    scopes: ['openid', 'profile', 'email'],
    conformIdTokenClaims: false,
    acceptQueryParamAccessTokens: true,
    loadExistingGrant: grantAllScopes,
    expiresWithSession: () => false,
    extraParams: ['screen_hint', 'connection', 'audience'],
    interactions: { url: (_ctx, interaction) => `/u/${interaction.uid}` },
    features: {
      backchannelLogout: { enabled: true },
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    cookies: {
      keys: [secrets.cookieKey],
      names: { session: 'auth0', interaction: 'auth0-interaction', resume: 'auth0-resume' },
    },
    clientBasedCORS: () => false,
    renderError: options.renderError,
    ttl: {
      AccessToken: daySeconds,
      AuthorizationCode: 60,
      ClientCredentials: daySeconds,
      Grant: 3 * daySeconds,
      IdToken: 10 * 60 * 60,
      Interaction: 60 * 60,
      Session: 3 * daySeconds,
    },
  });
  provider.registerGrantType('client_credentials', managementGrant(options.managementTokens, options.scenario), [
    'audience',
    'scope',
  ]);
  provider.use(refuseLogins(options.scenario, accounts));
  provider.use(options.tokenFaults);
  provider.use(respondLikeAuth0);
  provider.on('authorization.success', (ctx) => {
    const id = ctx.oidc.session?.accountId;
    if (id !== undefined) accounts.recordLogin(id);
    forgetSecondFactor(ctx);
  });
  // Behind a proxy that ends TLS, the URLs of the endpoints have its host.
  provider.proxy = options.issuerUrl.startsWith('https:');
  provider.on('server_error', (_ctx, error) => process.stderr.write(`${error.stack ?? error.message}\n`));
  return provider;
}

/**
 * Only the login in which the user passed the second factor has `amr`; a login that Auth0 remembers has none. Source:
 * https://auth0.com/docs/secure/multi-factor-authentication/step-up-authentication/configure-step-up-authentication-for-web-apps.
 * The code of this login is stored by now. An Action passes the `amr` of the company's directory on, also of a remembered login.
 */
function forgetSecondFactor({ oidc: { session } }: KoaContextWithOIDC): void {
  if (session?.accountId !== undefined && !isStaffAccount({ id: session.accountId })) session.amr = undefined;
}
