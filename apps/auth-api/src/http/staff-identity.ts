import { isOfConnections, isOfDomain } from '@portal/contract';
import type { User } from '../generated/prisma/client.ts';
import type { Settings } from '../settings.ts';

/** Whether an address may be that of staff: verified, and in the company's own domain itself. It gives no right alone. */
export const hasStaffEmail = (
  { email, emailVerified }: Pick<User, 'email' | 'emailVerified'>,
  { STAFF_EMAIL_DOMAIN }: Settings,
): boolean => emailVerified && isOfDomain(email, STAFF_EMAIL_DOMAIN);

/** Whether an account is of a colleague: an address of staff, and an identity of a connection that the company controls. */
export const isStaffIdentity = (user: Pick<User, 'auth0Id' | 'email' | 'emailVerified'>, settings: Settings): boolean =>
  hasStaffEmail(user, settings) && isOfConnections(user.auth0Id, settings.STAFF_CONNECTIONS);
