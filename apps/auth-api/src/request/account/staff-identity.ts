import { isInDomain, usesConnection } from '@portal/contract';
import type { Settings } from '../../platform/config/settings.ts';
import type { User } from '../../generated/prisma/client.ts';
import type { HashMailbox } from '../../platform/lib/hash-mailbox.ts';

/**
 * Whether an account has the mailbox of the staff user, through any connection. Staff neither make it an owner nor lift what restricts it.
 * Unlike `isOwnAccount`, it includes accounts that another person may have created with that address, which a colleague can act on.
 */
export const isOwnMailbox = (
  { id, email }: Pick<User, 'id' | 'email'>,
  self: Pick<User, 'id' | 'email'>,
  { hashMailbox }: { readonly hashMailbox: HashMailbox },
): boolean => id === self.id || hashMailbox(email) === hashMailbox(self.email);

/** Whether an address is verified and in exactly the company's domain. This alone gives no staff rights. */
export const hasStaffEmail = (
  { email, emailVerified }: Pick<User, 'email' | 'emailVerified'>,
  { STAFF_EMAIL_DOMAIN }: Settings,
): boolean => emailVerified && isInDomain(email, STAFF_EMAIL_DOMAIN);

/** Whether an account belongs to staff: a staff email address, and an identity of a connection that the company controls. */
export const isStaffIdentity = (user: Pick<User, 'auth0Id' | 'email' | 'emailVerified'>, settings: Settings): boolean =>
  hasStaffEmail(user, settings) && usesConnection(user.auth0Id, settings.STAFF_CONNECTIONS);
