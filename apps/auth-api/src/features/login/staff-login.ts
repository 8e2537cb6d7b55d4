import { usesConnection } from '@portal/contract';
import type { Settings } from '../../platform/config/settings.ts';
import { parseEmail } from '../../integrations/auth0/identity-provider.ts';
import { hasStaffEmail } from '../../request/account/staff-identity.ts';
import type { IdentityClaims } from './id-token.ts';

/**
 * The first requirement for a staff session that a login does not meet; null if it meets them all. A staff email address
 * alone proves nothing: anyone can sign up with a password and get the owner of the mailbox to follow the verification link.
 * The identity must come from a connection that the company controls, with a second factor if the settings require one.
 */
export function missingStaffRequirement(
  claims: IdentityClaims,
  settings: Settings,
): 'email' | 'connection' | 'mfa' | null {
  const { sub, email_verified: emailVerified, amr } = claims;
  if (!hasStaffEmail({ email: parseEmail(claims), emailVerified }, settings)) return 'email';
  if (!usesConnection(sub, settings.STAFF_CONNECTIONS)) return 'connection';
  return settings.STAFF_REQUIRE_MFA && !amr.includes('mfa') ? 'mfa' : null;
}
