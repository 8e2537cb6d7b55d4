import { isOfConnections } from '@portal/contract';
import { hasStaffEmail } from '../http/staff-identity.ts';
import { emailOf } from '../providers/identity-provider.ts';
import type { Settings } from '../settings.ts';
import type { IdentityClaims } from './id-token.ts';

/**
 * Why a login does not start a session of staff, or null if it does. The address alone proves nothing: anybody can sign up
 * with a password and have the owner of the mailbox follow the link. So the identity has to come from a connection that
 * the company controls, and with a second factor where the settings require one.
 */
export function missingForStaff(claims: IdentityClaims, settings: Settings): 'email' | 'connection' | 'mfa' | null {
  const { sub, email_verified: emailVerified, amr } = claims;
  if (!hasStaffEmail({ email: emailOf(claims), emailVerified }, settings)) return 'email';
  if (!isOfConnections(sub, settings.STAFF_CONNECTIONS)) return 'connection';
  return settings.STAFF_REQUIRE_MFA && !amr.includes('mfa') ? 'mfa' : null;
}
