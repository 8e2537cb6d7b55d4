import type { Prisma, User } from '../generated/prisma/client.ts';
import { inheritLockOuts } from './inherit-lock-outs.ts';
import type { LockOutKind } from './lock-outs.ts';

/** What a person took over; the audit log names it, because the placeholder is gone afterwards. */
export interface Claimed {
  readonly placeholderId: string;
  readonly workspaceIds: string[];
  /** How the placeholder was locked, so that the person is now. */
  readonly lockOuts: LockOutKind[];
}

/**
 * Hands a person what they were invited to by e-mail, once the provider has verified that the address is theirs:
 * the memberships of the placeholder that the invitation made, the workspaces that staff made for it, and the locks that
 * staff put on it. The caller holds the address, since before it touched the person.
 */
export async function claimInvitations(user: User, tx: Prisma.TransactionClient): Promise<Claimed | null> {
  if (!user.emailVerified) return null;
  const [placeholder] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE email = ${user.email} AND auth0_id IS NULL FOR UPDATE`;
  if (!placeholder) return null;
  const waiting = await tx.membership.findMany({
    where: { userId: placeholder.id },
    select: { workspaceId: true },
    orderBy: { workspaceId: 'asc' },
  });
  // Where both are members already, the mightier of the two roles stays; the enum begins with the mightiest.
  await tx.$executeRaw`
    WITH doubled AS (
      DELETE FROM memberships waiting USING memberships own
      WHERE waiting.user_id = ${placeholder.id} AND own.user_id = ${user.id} AND own.workspace_id = waiting.workspace_id
      RETURNING waiting.workspace_id, waiting.role)
    UPDATE memberships own SET role = doubled.role FROM doubled
    WHERE own.user_id = ${user.id} AND own.workspace_id = doubled.workspace_id AND own.role > doubled.role`;
  await tx.membership.updateMany({ where: { userId: placeholder.id }, data: { userId: user.id, isDefault: false } });
  await tx.workspace.updateMany({ where: { creatorUserId: placeholder.id }, data: { creatorUserId: user.id } });
  const lockOuts = await inheritLockOuts(await tx.user.delete({ where: { id: placeholder.id } }), user, tx);
  return { placeholderId: placeholder.id, workspaceIds: waiting.map(({ workspaceId }) => workspaceId), lockOuts };
}
