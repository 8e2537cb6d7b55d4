import type { Prisma } from '../../generated/prisma/client.ts';

type Db = Pick<Prisma.TransactionClient, 'suppressedAddress'>;

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
