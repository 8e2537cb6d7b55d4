import { invitationRole, type AssignableRole, type WorkspaceRole } from '@portal/contract';
import { lockEmail, lockMembership } from '../db/row-locks.ts';
import type { DbContext } from '../db/transaction.ts';
import { apiError } from '../errors/api-error.ts';
import { addJob } from '../jobs/queue.ts';
import { newId } from '../lib/ids.ts';
import { findOrCreatePlaceholder } from '../users/placeholders.ts';

interface NewInvitation {
  readonly email: string;
  readonly role: AssignableRole | undefined;
  readonly workspaceId: string;
  readonly inviterId: string;
}

/**
 * Invites an email address and enqueues the email. The membership belongs to a placeholder until the next login with this
 * verified address takes it over. Changes, response and audit entries are the same whether or not the address has an account,
 * so an invitation does not reveal it. Inviting again sends the email again. Returns the placeholder's id and role, and whether
 * it was invited before.
 */
export async function inviteMember(
  { email, role, workspaceId, inviterId }: NewInvitation,
  { db }: DbContext,
): Promise<{ userId: string; role: WorkspaceRole; isResend: boolean }> {
  await lockEmail(email, db);
  if (!(await lockMembership(workspaceId, inviterId, { db }))) throw apiError('WorkspaceNotFound');
  const isMember = { workspaceId, user: { email, emailVerified: true } };
  if ((await db.membership.count({ where: isMember })) > 0) throw apiError('AlreadyMember');
  const invitee = await findOrCreatePlaceholder(email, db);
  const membership = { workspaceId, userId: invitee.id, role: invitationRole({ role }) };
  const { count } = await db.membership.createMany({ data: [membership], skipDuplicates: true });
  const isResend = count === 0;
  const invited = isResend ? await findPendingInvitation(role, workspaceId, invitee.id, db) : membership;
  if (!invited) throw apiError('AlreadyMember');
  await addJob(db, 'sendInvitationEmail', { emailId: newId(), workspaceId, inviteeId: invitee.id, inviterId });
  return { userId: invitee.id, role: invited.role, isResend };
}

/** Returns the earlier invitation of a placeholder, if it has the given role or none was given. */
async function findPendingInvitation(
  role: AssignableRole | undefined,
  workspaceId: string,
  userId: string,
  db: DbContext['db'],
): Promise<{ role: WorkspaceRole } | null> {
  return db.membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId }, role: role ?? { not: 'OWNER' } },
    select: { role: true },
  });
}
