import type { LoginKind } from './login-security.schemas.ts';

const kinds: Readonly<Record<string, LoginKind>> = {
  auth0: 'password',
  email: 'passwordless',
  sms: 'passwordless',
  ad: 'company',
  adfs: 'company',
  'google-apps': 'company',
  office365: 'company',
  oidc: 'company',
  okta: 'company',
  pingfederate: 'company',
  samlp: 'company',
  waad: 'company',
};

/** Who asks a user to prove who they are, by the id at the identity provider. An unknown connection counts as a social one. */
export const loginKindOf = (auth0Id: string): LoginKind => kinds[auth0Id.split('|')[0] ?? ''] ?? 'social';
