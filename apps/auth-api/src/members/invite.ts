import { roleOfInvitation, type AssignableRole, type WorkspaceRole } from '@portal/contract';
import { problem } from '../http/problem.ts';
import { addJob } from '../jobs/add-job.ts';
import type { Work } from '../http/transaction.ts';
import { newId } from '../new-id.ts';
import { holdAddress } from '../users/hold-address.ts';
import { findOrMakePlaceholder } from '../users/find-invitee.ts';
import { holdMembership } from './hold-membership.ts';

interface InvitationDraft {
  readonly email: string;
  readonly role: AssignableRole | undefined;
  readonly workspaceId: string;
  readonly inviterId: string;
}

/**
 * Invites an address and emails it. The membership belongs to a placeholder until the next login with this verified address
 * takes it over. The changes, the response and the audit entries are the same whether or not the address has an account, so
 * an invitation does not reveal it. Inviting again sends the email again. The email is a job of the same transaction, so it
 * is sent only if this commits. Returns the placeholder's id, its role, and whether it was invited before.
 */
export async function invite(
  { email, role, workspaceId, inviterId }: InvitationDraft,
  { db }: Work,
): Promise<{ userId: string; role: WorkspaceRole; again: boolean }> {
  await holdAddress(email, db);
  if (!(await holdMembership(workspaceId, inviterId, { db }))) throw problem('WorkspaceNotFound');
  const isMember = { workspaceId, user: { email, emailVerified: true, auth0Id: { not: null } } };
  if ((await db.membership.count({ where: isMember })) > 0) throw problem('AlreadyMember');
  const invitee = await findOrMakePlaceholder(email, db);
  const added = { workspaceId, userId: invitee.id, role: roleOfInvitation({ role }) };
  const { count } = await db.membership.createMany({ data: [added], skipDuplicates: true });
  const again = count === 0;
  const member = again ? await findWaiting(role, workspaceId, invitee.id, db) : added;
  if (!member) throw problem('AlreadyMember');
  await addJob(db, 'sendInvitation', { emailId: newId(), workspaceId, inviteeId: invitee.id, inviterId });
  return { userId: invitee.id, role: member.role, again };
}

/** Somebody who was invited before, to this role or where none is named to any, and has not come yet. */
async function findWaiting(
  role: AssignableRole | undefined,
  workspaceId: string,
  userId: string,
  db: Work['db'],
): Promise<{ role: WorkspaceRole } | null> {
  return db.membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId }, role: role ?? { not: 'OWNER' } },
    select: { role: true },
  });
}
