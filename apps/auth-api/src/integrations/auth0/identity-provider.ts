import { Email, PictureUrl } from '@portal/contract';
import * as z from 'zod/mini';
import type { ManagementPermission } from './permissions.ts';
import { apiError } from '../../platform/errors/api-error.ts';

/** The current data of an identity at the identity provider. */
export interface Identity {
  /** In lower case. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly pictureUrl: string | null;
  /** The name of the connection that has the identity; null if the provider does not say. */
  readonly connection: string | null;
  /** When the password last changed; null if it never has, and for an identity without one. */
  readonly passwordChangedAt: Date | null;
}

/** Whether the provider has verified an address. Some connections send the text `true`. Anything else counts as unverified. */
export const EmailVerified = z.pipe(
  z._default(z.unknown(), false),
  z.transform((value) => value === true || value === 'true'),
);

/** What the API asks of the identity provider. Rejects with the errors of the call `refreshAuth0Profile`. */
export interface IdentityProvider {
  getIdentity(auth0Id: string): Promise<Identity>;
  sendVerificationEmail(auth0Id: string): Promise<void>;
  /** Does nothing if the identity was deleted before. */
  deleteIdentity(auth0Id: string): Promise<void>;
  /** Has the provider send an email with a link to change the password. Succeeds also if the connection has no such address. */
  sendPasswordChangeEmail(address: { readonly email: string; readonly connection: string }): Promise<void>;
  /** Whether the user has set up a second factor. It protects nothing unless the provider asks for it. */
  hasSecondFactor(auth0Id: string): Promise<boolean>;
  /** Returns the URL of a page of the provider on which the user sets up a second factor. */
  createEnrollmentTicket(auth0Id: string): Promise<string>;
  /** The permissions that the API uses and does not have. */
  missingPermissions(): Promise<ManagementPermission[]>;
}

/**
 * Returns the email address of a provider's response or token. Throws `NoEmailAtProvider` without one, because every user needs
 * one, and for an address that `Email` refuses, because it could be mistaken for the address of another user.
 */
export function parseEmail({ email }: { readonly email?: unknown }): string {
  const parsed = Email.safeParse(email);
  if (parsed.success) return parsed.data;
  const hasAddress = typeof email === 'string' && email.trim() !== '';
  throw apiError('NoEmailAtProvider', hasAddress ? { message: unusableEmail } : {});
}

const unusableEmail =
  'We can’t use the email address of your account at the login service: it contains unusual characters. Change it there, or log in with another account.';

/** Returns the picture URL of a provider's response or token; null if there is none that browsers may load. */
export function parsePicture({ picture }: { readonly picture?: unknown }): string | null {
  const parsed = PictureUrl.safeParse(picture);
  return parsed.success ? parsed.data : null;
}
