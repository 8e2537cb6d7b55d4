import { hash } from 'node:crypto';
import type { Prisma } from '../generated/prisma/client.ts';

type Db = Pick<Prisma.TransactionClient, 'suppressedAddress'>;

/**
 * Hashes the mailbox of a stored email address, which is in lower case, for links, limits and the suppression list:
 * `ada+x@example.com` and `ada@example.com` have the same hash. It keeps addresses out of logs, but anyone with a list of
 * addresses can reverse it.
 */
export function hashMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const tag = local.indexOf('+');
  const mailbox = (tag > 0 ? local.slice(0, tag) : local) + email.slice(at);
  return hash('sha256', mailbox, 'base64url');
}

/** Whether the owner of a mailbox stopped invitation emails. */
export const isSuppressed = async (addressHash: string, { suppressedAddress }: Db): Promise<boolean> =>
  (await suppressedAddress.findUnique({ where: { addressHash } })) !== null;

/** Stops invitation emails to a mailbox. A second call keeps the first timestamp. */
export async function suppress(addressHash: string, { suppressedAddress }: Db): Promise<void> {
  await suppressedAddress.createMany({ data: [{ addressHash }], skipDuplicates: true });
}

/** Allows invitation emails to a mailbox again. */
export async function unsuppress(addressHash: string, { suppressedAddress }: Db): Promise<void> {
  await suppressedAddress.deleteMany({ where: { addressHash } });
}
