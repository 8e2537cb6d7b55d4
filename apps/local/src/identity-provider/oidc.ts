import Provider, { type Configuration } from 'oidc-provider';
import type { Accounts } from './accounts.ts';
import { answerAsAuth0 } from './auth0-answers.ts';
import { claimsByScope, claimsOf, grantEverything } from './claims.ts';
import { managementGrant, type ManagementTokens } from './management-tokens.ts';
import type { OidcRecords } from './oidc-adapter.ts';
import type { Secrets } from './secrets.ts';

interface Parts {
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly callbackUrls: readonly string[];
  readonly records: OidcRecords;
  readonly secrets: Secrets;
  readonly accounts: Accounts;
  readonly managementTokens: ManagementTokens;
  readonly renderError: NonNullable<Configuration['renderError']>;
}

const day = 24 * 60 * 60;

/** A real OpenID provider at Auth0's paths. Cookies ignore ports, so its own have names that no other server here uses. */
export function openIdProvider(parts: Parts): Provider {
  const { accounts, secrets } = parts;
  const provider = new Provider(`${parts.issuerUrl}/`, {
    adapter: parts.records.adapter,
    jwks: { keys: [secrets.signingKey] },
    clients: [
      {
        client_id: parts.clientId,
        client_secret: parts.clientSecret,
        redirect_uris: [...parts.callbackUrls],
        grant_types: ['authorization_code', 'client_credentials'],
        token_endpoint_auth_method: 'client_secret_post',
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
    loadExistingGrant: grantEverything,
    expiresWithSession: () => false,
    extraParams: ['screen_hint', 'connection', 'audience'],
    interactions: { url: (_ctx, interaction) => `/u/${interaction.uid}` },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    cookies: {
      keys: [secrets.cookieKey],
      names: { session: 'local-idp', interaction: 'local-idp-interaction', resume: 'local-idp-resume' },
    },
    clientBasedCORS: () => false,
    renderError: parts.renderError,
    ttl: {
      AccessToken: day,
      AuthorizationCode: 60,
      ClientCredentials: day,
      Grant: 3 * day,
      IdToken: 10 * 60 * 60,
      Interaction: 60 * 60,
      Session: 3 * day,
    },
  });
  provider.registerGrantType('client_credentials', managementGrant(parts.managementTokens), ['audience', 'scope']);
  provider.use(answerAsAuth0);
  provider.on('authorization.success', (ctx) => {
    const id = ctx.oidc.session?.accountId;
    if (id !== undefined) accounts.recordLogin(id);
  });
  provider.on('server_error', (_ctx, error) => process.stderr.write(`${error.stack ?? error.message}\n`));
  return provider;
}
