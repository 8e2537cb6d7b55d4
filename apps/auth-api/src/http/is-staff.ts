import { isOfDomain } from '@portal/contract';
import type { User } from '../generated/prisma/client.ts';
import type { Settings } from '../settings.ts';

/** Staff are who the identity provider verified to have an address in the company's own domain; nothing below it. */
export function isStaff({ email, emailVerified }: Pick<User, 'email' | 'emailVerified'>, settings: Settings): boolean {
  return emailVerified && isOfDomain(email, settings.COMPANY_DOMAIN);
}
