import { importJWK, jwtVerify, SignJWT } from 'jose';
import type { TokenEndpointGrantContext } from 'oidc-provider';
import type { CurrentScenario } from './scenarios.ts';
import type { Secrets } from './secrets.ts';

export const managementScopes = [
  'read:users',
  'update:users',
  'delete:users',
  'create:guardian_enrollment_tickets',
] as const;

export type ManagementScope = (typeof managementScopes)[number];

/** Issues and verifies the tokens of the Management API. */
export interface ManagementTokens {
  readonly audience: string;
  readonly lifetimeSeconds: number;
  readonly issue: (clientId: string, scope: string) => Promise<string>;
  /** The scopes of a token. Throws jose's error if the token is invalid. */
  readonly scopesOf: (token: string) => Promise<readonly string[]>;
}

const lifetimeSeconds = 24 * 60 * 60;

export async function createManagementTokens(issuerUrl: string, secrets: Secrets): Promise<ManagementTokens> {
  const { kty, n, e, kid, alg } = secrets.signingKey;
  const privateKey = await importJWK(secrets.signingKey, alg);
  const publicKey = await importJWK({ kty, n, e }, alg);
  const audience = `${issuerUrl}/api/v2/`;
  const issuer = `${issuerUrl}/`;
  return {
    audience,
    lifetimeSeconds,
    issue: (clientId, scope) =>
      new SignJWT({ scope, gty: 'client-credentials', azp: clientId })
        .setProtectedHeader({ alg, typ: 'JWT', kid })
        .setIssuer(issuer)
        .setSubject(`${clientId}@clients`)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds}s`)
        .sign(privateKey),
    scopesOf: async (token) => {
      const { payload } = await jwtVerify(token, publicKey, {
        issuer,
        audience,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'gty'],
      });
      return typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : [];
    },
  };
}

type GrantContext = TokenEndpointGrantContext<{ audience?: string; scope?: string }>;

/** Auth0's client-credentials grant: `audience` names the API. oidc-provider has already authenticated the client. */
export function managementGrant(tokens: ManagementTokens, scenario: CurrentScenario) {
  return async (ctx: GrantContext): Promise<void> => {
    const { audience, scope } = ctx.oidc.params;
    if (audience !== tokens.audience) {
      ctx.status = 403;
      ctx.body = {
        error: 'access_denied',
        error_description: `Service not enabled within domain: ${String(audience)}`,
      };
      return;
    }
    const authorized = managementScopes.filter(
      (name) => scenario.name !== 'management_no_tickets' || name !== 'create:guardian_enrollment_tickets',
    );
    const scopes = scope === undefined ? authorized : authorized.filter((name) => scope.split(' ').includes(name));
    const granted = scopes.join(' ');
    ctx.body = {
      access_token: await tokens.issue(ctx.oidc.client.clientId, granted),
      scope: granted,
      expires_in: tokens.lifetimeSeconds,
      token_type: 'Bearer',
    };
  };
}
