import { createHash } from 'node:crypto';

/** The providers of "Continue with …", by Auth0's connection names. */
export const socialProviders = { github: 'GitHub', 'google-oauth2': 'Google' } as const;

export type SocialProvider = keyof typeof socialProviders;

export const isSocialProvider = (name: string | undefined): name is SocialProvider =>
  name !== undefined && Object.hasOwn(socialProviders, name);

export const socialProviderNames = Object.keys(socialProviders).filter(isSocialProvider);

export interface SocialProfile {
  readonly email: string;
  readonly name: string;
  readonly picture: string | null;
}

/** The identity as the provider describes it. GitHub has no given and family names. */
export function toIdentity(provider: SocialProvider, profile: SocialProfile) {
  const names = profile.name.split(/\s+/);
  const isGoogle = provider === 'google-oauth2';
  return {
    ...profile,
    id: `${provider}|${numericId(profile.email.toLowerCase(), isGoogle ? 21 : 8)}`,
    nickname: profile.email.slice(0, profile.email.indexOf('@')),
    givenName: isGoogle ? (names[0] ?? null) : null,
    familyName: isGoogle && names.length > 1 ? names.slice(1).join(' ') : null,
  };
}

function numericId(email: string, digits: number): string {
  const hash = createHash('sha256').update(email).digest('hex');
  return `1${BigInt(`0x${hash}`)
    .toString()
    .slice(0, digits - 1)}`;
}
