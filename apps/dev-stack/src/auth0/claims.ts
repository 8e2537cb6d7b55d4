import type { AccountClaims, KoaContextWithOIDC } from 'oidc-provider';
import type { Account } from './accounts.ts';

/** The claims of an account in Auth0's format: `updated_at` is an ISO date, missing names are omitted. */
export function claimsOf(account: Account): AccountClaims {
  return {
    sub: account.id,
    nickname: account.nickname,
    name: account.name,
    ...(account.givenName === null ? {} : { given_name: account.givenName }),
    ...(account.familyName === null ? {} : { family_name: account.familyName }),
    ...(account.picture === null ? {} : { picture: account.picture }),
    updated_at: account.updatedAt,
    email: account.email,
    email_verified: account.emailVerified,
  };
}

/** The claims of each scope. `amr` is only in the ID tokens of logins with a second factor. */
export const claimsByScope = {
  openid: ['sub', 'amr'],
  profile: ['nickname', 'name', 'given_name', 'family_name', 'picture', 'updated_at'],
  email: ['email', 'email_verified'],
};

/** Grants all scopes without a consent page, because the portal is a first-party application. */
export async function grantAllScopes(ctx: KoaContextWithOIDC) {
  const { account, client, provider } = ctx.oidc;
  if (!account || !client) return undefined;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope('openid profile email');
  await grant.save();
  return grant;
}
