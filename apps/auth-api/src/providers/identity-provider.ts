import { KnownEmail } from '@portal/contract';
import { problem } from '../http/problem.ts';

/** What the identity provider knows of an identity now. */
export interface Identity {
  /** Lower-cased. */
  readonly email: string;
  readonly emailVerified: boolean;
}

/** The provider's management side. Fails with `IdentityProviderUnavailable` or `NoEmailAtProvider`. */
export interface IdentityProvider {
  getIdentity(auth0Id: string): Promise<Identity>;
  sendVerificationEmail(auth0Id: string): Promise<void>;
}

/** The address that a provider's answer or token names. Some accounts have none, and people can’t be without. */
export function emailOf({ email }: { readonly email?: unknown }): string {
  const parsed = KnownEmail.safeParse(email);
  if (!parsed.success) throw problem('NoEmailAtProvider');
  return parsed.data;
}
