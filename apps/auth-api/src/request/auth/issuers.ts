import { errors } from 'jose';
import type { Settings } from '../../platform/config/settings.ts';
import { throttledWarning } from '../../platform/observability/throttled-warning.ts';

/** Who signs tokens and links. It is a name, which stays valid when the URL of the API changes. */
export type IssuerSettings = Pick<Settings, 'TOKEN_ISSUER' | 'FORMER_TOKEN_ISSUERS'>;

/** The issuers whose tokens and links are accepted, if one of our keys signed them. */
export const acceptedIssuers = ({ TOKEN_ISSUER, FORMER_TOKEN_ISSUERS }: IssuerSettings): string[] => [
  TOKEN_ISSUER,
  ...FORMER_TOKEN_ISSUERS,
];

/** Whether one of our keys signed the token, but for another issuer: jose reads the claims after it has verified the signature. */
export const hasUnknownIssuer = (error: unknown): boolean =>
  error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss';

export const warnOfUnknownIssuer = throttledWarning(
  'rejected',
  'tokens with an unknown issuer rejected, although our keys signed them; after a change of AUTH_API_URL, add the former one to FORMER_TOKEN_ISSUERS',
);
