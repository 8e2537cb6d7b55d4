import type { Membership } from '../../../generated/prisma/client.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { enqueueAccountEmails } from '../../emails/enqueue-account-email.ts';

/** Emails the owner of each workspace that a member has left. */
export async function enqueueMemberLeftEmails(
  memberId: string,
  left: readonly Pick<Membership, 'workspaceId' | 'role'>[],
  { db }: DbContext,
): Promise<void> {
  if (left.length === 0) return;
  const roles = new Map(left.map(({ workspaceId, role }) => [workspaceId, role]));
  const owners = await db.membership.findMany({
    where: {
      workspaceId: { in: [...roles.keys()] },
      role: 'OWNER',
      workspace: { deletedAt: null, quarantinedAt: null },
    },
    select: { workspaceId: true, userId: true },
    orderBy: { workspaceId: 'asc' },
  });
  const emails = owners.flatMap(({ workspaceId, userId }) => {
    const role = roles.get(workspaceId);
    return role ? [{ userId, details: { workspaceId, memberId, role } }] : [];
  });
  await enqueueAccountEmails('memberLeft', emails, db);
}
