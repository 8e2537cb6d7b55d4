import type { User } from '../../src/generated/prisma/client.ts';
import type { Proof, TestApi } from './api.ts';
import { logIn, makeStaffUser } from './builders.ts';

/** Somebody of the company, logged in. */
export async function makeStaff(api: TestApi): Promise<{ user: User; proof: Proof }> {
  const user = await makeStaffUser(api);
  return { user, proof: await logIn(api, user) };
}
