import { audienceOf, type IntrospectedToken } from '@portal/contract';
import { ApiError } from '../../platform/errors/api-error.ts';
import { isScoped, type Actor } from '../../request/account/actor.ts';
import type { TokenClaims } from '../../request/auth/tokens.ts';
import type { Services } from '../../request/call/services.ts';
import { actorOfToken, recordStatedUse } from '../../request/stages/authenticate-token.ts';
import { requireTermsForToken } from '../../request/stages/authorize.ts';

interface Asked {
  /** The address of the program, as the instance states it; null if it states none. */
  readonly address: string | null;
  /** The workspace of the instance; null if it states none. */
  readonly workspace: string | null;
}

/** What an instance learns of an API token that we signed. Records the use of an active token, as the instance states it. */
export async function introspectApiToken(
  claims: TokenClaims,
  { address, workspace }: Asked,
  services: Services,
): Promise<IntrospectedToken> {
  const actor = await findActor(claims, address, services);
  if (!actor?.membership || !isScoped(actor.credential)) return { active: false };
  const { credential, membership, now } = actor;
  const { workspaceId } = membership;
  const audience = audienceOf(credential.scopes, workspaceId);
  if (workspace !== null && !audience.includes(workspace)) return { active: false };
  if (credential.kind === 'api') recordStatedUse(credential, now, address, services);
  return {
    active: true,
    token_type: 'Bearer',
    scope: credential.scopes.join(' '),
    ...principalOf(actor),
    role: membership.role,
    workspaceId,
    aud: audience,
    iss: services.settings.TOKEN_ISSUER,
    exp: Math.floor(credential.expiresAt.getTime() / 1_000),
    jti: credential.kind === 'terminal' ? credential.tokenId : credential.id,
  };
}

const principalOf = ({ user, serviceAccount }: Actor) =>
  user
    ? { principal: 'user' as const, sub: user.id, username: user.nickname }
    : { principal: 'service_account' as const, sub: serviceAccount.id, username: serviceAccount.name };

/** Null if the token does not work: it has ended, it is refused from this address, or what it depends on is locked. */
async function findActor(claims: TokenClaims, address: string | null, services: Services): Promise<Actor | null> {
  try {
    const actor = await actorOfToken(claims, address, services);
    requireTermsForToken(actor, services);
    return actor;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}
