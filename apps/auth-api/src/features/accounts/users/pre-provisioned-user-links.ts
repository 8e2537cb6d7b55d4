import { dayMs, type OpenedInvitation } from '@portal/contract';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import { createSecret, hashSecret } from '../../../request/auth/secrets.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { ActorContext } from '../../../request/call/types.ts';
import type { Services } from '../../../request/call/services.ts';
import {
  claimAuditEvents,
  claimDetails,
  claimPreProvisionedUser,
  claimForUpdate,
} from './claim-pre-provisioned-user.ts';
import type { PreparedWorkspace } from '../../workspaces/invitations/pre-provisioned-users.ts';

/**
 * Creates a link for the email about a workspace that staff prepared. It opens the same page of the portal as a link to an invitation,
 * and like that has a secret of its own, of which only the hash is stored.
 */
export async function createPreProvisionedUserLink(
  { preProvisionedUserId, workspaceId }: PreparedWorkspace,
  { db, settings }: Pick<Services, 'db' | 'settings'>,
): Promise<{ url: string; expiresAt: Date }> {
  const token = createSecret();
  const createdAt = await databaseNow(db);
  const expiresAt = new Date(createdAt.getTime() + settings.INVITATION_TTL_DAYS * dayMs);
  await db.preProvisionedUserLink.create({
    data: { tokenHash: hashSecret(token), preProvisionedUserId, workspaceId, createdAt, expiresAt },
    select: { tokenHash: true },
  });
  return { url: `${settings.PORTAL_URL}/invitations/${token}`, expiresAt };
}

/** Returns the address that a link was sent to; null unless it can still be used. */
export async function findLinkedEmail(tokenHash: string, { db }: DbContext): Promise<string | null> {
  const link = await findLink(tokenHash, db);
  return link && link.isPrepared && link.expiresAt > (await databaseNow(db)) ? link.preProvisionedUser.email : null;
}

/**
 * Opens a link: an account with the verified address that it was sent to takes over what staff prepared for the address before. Of
 * several accounts, the first one. The caller has locked the actor's address, so that they run one after the other.
 */
export async function openPreProvisionedUserLink(
  tokenHash: string,
  { actor, db, request, services }: ActorContext,
): Promise<OpenedInvitation> {
  const link = await findLink(tokenHash, db);
  const opened: OpenedInvitation = { status: 'unknown', invitation: null, neededEmail: null, workspaceId: null };
  if (!link) return opened;
  const { workspaceId, isPrepared } = link;
  const isExpired = link.expiresAt <= actor.now;
  const { id: userId, email, emailVerified } = actor.user;
  if (link.preProvisionedUser.email !== email)
    return isPrepared && !isExpired
      ? { ...opened, status: 'wrongAccount', neededEmail: link.preProvisionedUser.email }
      : { ...opened, status: 'notOpen' };
  if (!emailVerified) return { ...opened, status: 'unverified' };
  if (!isPrepared) {
    const isMember = (await db.membership.count({ where: { workspaceId, userId } })) > 0;
    return isMember ? { ...opened, status: 'alreadyMember', workspaceId } : { ...opened, status: 'notOpen' };
  }
  if (isExpired) return { ...opened, status: 'expired' };
  if (link.workspace.deletedAt ?? link.workspace.quarantinedAt) return { ...opened, status: 'unavailable' };
  const locked = await claimForUpdate(actor.user, db);
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const claimed = locked && (await claimPreProvisionedUser(locked, user, link.createdAt, db, services.settings));
  if (!claimed) return { ...opened, status: 'notOpen' };
  const by = { actor: { userId }, credential: actor.credential.kind, request };
  const opening = { ...by, action: 'openInvitationLink', details: claimDetails(claimed) };
  await writeAuditEntries([opening, ...claimAuditEvents(claimed, by)], { db });
  return { ...opened, status: 'claimed', workspaceId };
}

/** A link with its workspace, and whether that still belongs to the pre-provisioned user. */
async function findLink(tokenHash: string, db: Prisma.TransactionClient) {
  const link = await db.preProvisionedUserLink.findUnique({
    where: { tokenHash },
    include: {
      preProvisionedUser: { select: { email: true } },
      workspace: { select: { deletedAt: true, quarantinedAt: true } },
    },
  });
  if (!link) return null;
  const { workspaceId, preProvisionedUserId: userId } = link;
  return { ...link, isPrepared: (await db.membership.count({ where: { workspaceId, userId } })) > 0 };
}
