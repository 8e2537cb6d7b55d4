import type { reassignmentCalls } from '@portal/contract';
import { isOwnMailbox } from '../../../request/account/staff-identity.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { addJob } from '../../../platform/queue/queue.ts';
import { newId } from '../../../platform/lib/ids.ts';
import type { Handlers } from '../../../request/call/types.ts';
import { canReceiveEmail } from '../../../request/account/can-receive-email.ts';
import { reassignmentDetails } from './audit-details.ts';
import { partiesForUpdate } from './parties-for-update.ts';
import { getReassignment } from './get-reassignment.ts';
import {
  closeReassignment,
  findPendingReassignment,
  needsConfirmation,
  requireConfirmation,
  startObjectionPeriod,
} from './reassignments.ts';
import { requireOwnerId } from '../../../request/account/owned-workspaces.ts';

export const reassignmentHandlers: Handlers<typeof reassignmentCalls> = {
  async reassignOwnership({ params: { workspaceId }, body: { userId, reason } }, { actor, db, services, audit }) {
    const fromUserId = await requireOwnerId(workspaceId, db);
    if (userId === fromUserId) throw apiError('MemberCannotOwn', { message: 'This member is the owner already.' });
    const parties = { workspaceId, fromUserId, toUserId: userId };
    const locked = await partiesForUpdate(parties, db);
    if (!locked) throw await missingParty(workspaceId, db);
    if (!locked.toRole) throw apiError('MemberNotFound');
    if (isOwnMailbox(locked.to, actor.user, services)) throw apiError('NotAllowed', { message: ownGiftMessage });
    if (!locked.isFromOwner)
      throw apiError('MemberCannotOwn', { message: 'The owner has just changed. Reload the page and try again.' });
    if (!locked.canToOwn) throw apiError('MemberCannotOwn');
    if (await findPendingReassignment(workspaceId, db)) throw apiError('ReassignmentPending');
    const id = newId();
    await db.ownershipReassignment.create({ data: { id, ...parties, requestedById: actor.user.id, reason } });
    if (canReceiveEmail(locked.from)) await addJob(db, 'sendReassignmentEmail', { reassignmentId: id });
    else await requireConfirmation(id, db);
    audit.record({
      subjectUserId: userId,
      details: reassignmentDetails({ id, reason }, locked),
    });
    return { reassignment: await getReassignment(id, db) };
  },

  async confirmReassignment({ params: { workspaceId }, body: { reassignmentId } }, { actor, db, services, audit }) {
    await requireOwnerId(workspaceId, db);
    const pending = await findPendingReassignment(workspaceId, db);
    if (pending?.id !== reassignmentId || !needsConfirmation(pending)) throw nothingToConfirm();
    const { requestedById } = pending;
    const requester = await db.user.findUnique({ where: { id: requestedById } });
    if (requestedById === actor.user.id || (requester && isOwnMailbox(requester, actor.user, services)))
      throw apiError('NotAllowed', {
        message: 'You requested this change. Ask another member of staff to confirm it.',
      });
    const locked = await partiesForUpdate(pending, db);
    if (!locked) throw await missingParty(workspaceId, db);
    if (isOwnMailbox(locked.to, actor.user, services)) throw apiError('NotAllowed', { message: ownGiftMessage });
    if (!locked.isFromOwner || !locked.toRole || !locked.canToOwn) throw apiError('MemberCannotOwn');
    if (!(await startObjectionPeriod(pending.id, { confirmedById: actor.user.id }, db))) throw nothingToConfirm();
    audit.record({ subjectUserId: pending.toUserId, details: reassignmentDetails(pending, locked) });
    return { reassignment: await getReassignment(pending.id, db) };
  },

  async cancelReassignment({ params: { workspaceId } }, { db, audit }) {
    await requireOwnerId(workspaceId, db);
    const pending = await findPendingReassignment(workspaceId, db);
    if (!pending || !(await closeReassignment(pending.id, 'CANCELLED', db))) throw apiError('ReassignmentNotFound');
    audit.record({ subjectUserId: pending.toUserId, details: { reassignmentId: pending.id } });
    return {};
  },
};

const ownGiftMessage = 'You cannot make an account with your own email address the owner.';

const nothingToConfirm = () =>
  apiError('ReassignmentNotFound', {
    message: 'This change of the owner does not wait for a confirmation. Reload the page.',
  });

async function missingParty(workspaceId: string, db: Prisma.TransactionClient) {
  const deleted = await db.workspace.count({ where: { id: workspaceId, deletedAt: { not: null } } });
  return deleted > 0
    ? apiError('WorkspaceNotFound', { message: 'This workspace is deleted. Restore it first.' })
    : apiError('MemberNotFound');
}
