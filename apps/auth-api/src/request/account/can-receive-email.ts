import type { User } from '../../generated/prisma/client.ts';

/** Whether emails about the account may go to the user's current address. */
export const canReceiveEmail = ({ auth0Id, emailVerified }: Pick<User, 'auth0Id' | 'emailVerified'>) =>
  auth0Id !== null && emailVerified;
