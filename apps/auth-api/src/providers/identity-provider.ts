import { KnownEmail, PictureUrl } from '@portal/contract';
import { problem } from '../http/problem.ts';

/** What the identity provider knows of an identity now. */
export interface Identity {
  /** Lower-cased. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly pictureUrl: string | null;
}

/** The provider's management side. Fails with `IdentityProviderUnavailable` or `NoEmailAtProvider`. */
export interface IdentityProvider {
  getIdentity(auth0Id: string): Promise<Identity>;
  sendVerificationEmail(auth0Id: string): Promise<void>;
}

/**
 * The address that a provider's answer or token names. Some accounts have none, and people can’t be without. One with
 * several spellings is refused: it could match the address of another user.
 */
export function emailOf({ email }: { readonly email?: unknown }): string {
  const parsed = KnownEmail.safeParse(email);
  if (parsed.success) return parsed.data;
  const hasOne = typeof email === 'string' && email.trim() !== '';
  throw problem('NoEmailAtProvider', hasOne ? { message: unusableEmail } : {});
}

const unusableEmail =
  'We can’t use the email address of your account at the login service: it contains unusual characters. Change it there, or log in with another account.';

/** The picture that a provider's answer or token names; null where it is none that browsers may load. */
export function pictureOf({ picture }: { readonly picture?: unknown }): string | null {
  const parsed = PictureUrl.safeParse(picture);
  return parsed.success ? parsed.data : null;
}
