import { createHash } from 'node:crypto';

/** The providers behind "Continue with …", named as Auth0 names their connections. */
export const socialProviders = { github: 'GitHub', 'google-oauth2': 'Google' } as const;

export type SocialProvider = keyof typeof socialProviders;

export const isSocialProvider = (name: string | undefined): name is SocialProvider =>
  name !== undefined && Object.hasOwn(socialProviders, name);

/** What the provider tells of a person. GitHub knows no given and family name. */
export function identityOf(provider: SocialProvider, person: { email: string; name: string; picture: string | null }) {
  const words = person.name.split(/\s+/);
  const isGoogle = provider === 'google-oauth2';
  return {
    ...person,
    id: `${provider}|${numberOf(person.email, isGoogle ? 21 : 8)}`,
    nickname: person.email.slice(0, person.email.indexOf('@')),
    givenName: isGoogle ? (words[0] ?? null) : null,
    familyName: isGoogle && words.length > 1 ? words.slice(1).join(' ') : null,
  };
}

function numberOf(email: string, digits: number): string {
  const hash = createHash('sha256').update(email).digest('hex');
  return `1${BigInt(`0x${hash}`)
    .toString()
    .slice(0, digits - 1)}`;
}
