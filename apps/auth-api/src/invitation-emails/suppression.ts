import { hash } from 'node:crypto';
import type { Prisma } from '../generated/prisma/client.ts';

type Db = Pick<Prisma.TransactionClient, 'suppressedAddress'>;

/** What stands for an address where it is only compared: in links, in limits, and in the list of those that want no mail. */
export const hashAddress = (email: string) => hash('sha256', email.toLowerCase(), 'base64url');

/** Whether the owner of an address stopped invitation emails to it. */
export const isSuppressed = async (addressHash: string, { suppressedAddress }: Db): Promise<boolean> =>
  (await suppressedAddress.findUnique({ where: { addressHash } })) !== null;

/** Stops invitation emails to an address; a repeat keeps the first time. */
export async function suppress(addressHash: string, { suppressedAddress }: Db): Promise<void> {
  await suppressedAddress.createMany({ data: [{ addressHash }], skipDuplicates: true });
}

/** Allows invitation emails to an address again. */
export async function unsuppress(addressHash: string, { suppressedAddress }: Db): Promise<void> {
  await suppressedAddress.deleteMany({ where: { addressHash } });
}
