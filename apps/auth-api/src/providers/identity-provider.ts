/** What the identity provider knows of an identity now. */
export interface Identity {
  /** Lower-cased. */
  readonly email: string;
  readonly emailVerified: boolean;
}

/** The provider's management side. Fails with `IdentityProviderUnavailable`. */
export interface IdentityProvider {
  getIdentity(auth0Id: string): Promise<Identity>;
  sendVerificationEmail(auth0Id: string): Promise<void>;
}
