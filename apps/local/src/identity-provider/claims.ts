import type { AccountClaims, KoaContextWithOIDC } from 'oidc-provider';
import type { Account } from './accounts.ts';

/** The claims of an account as Auth0 sends them: `updated_at` is a date in ISO form, unknown names are left out. */
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

/** Which claims a scope opens; `amr` is in ID tokens alone, of logins that tell it. */
export const claimsByScope = {
  openid: ['sub', 'amr'],
  profile: ['nickname', 'name', 'given_name', 'family_name', 'picture', 'updated_at'],
  email: ['email', 'email_verified'],
};

/** The portal is the provider's own application: nobody is asked for consent. */
export async function grantEverything(ctx: KoaContextWithOIDC) {
  const { account, client, provider } = ctx.oidc;
  if (!account || !client) return undefined;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope('openid profile email');
  await grant.save();
  return grant;
}
