import { roleOfInvitation, type AssignableRole, type WorkspaceRole } from '@portal/contract';
import { problem } from '../http/problem.ts';
import { addJob } from '../jobs/add-job.ts';
import type { Work } from '../http/transaction.ts';
import { holdAddress } from '../users/hold-address.ts';
import { findInvitee, type Invitee } from '../users/find-invitee.ts';
import { holdMembership } from './hold-membership.ts';

interface InvitationDraft {
  readonly email: string;
  readonly role: AssignableRole | undefined;
  readonly workspaceId: string;
  readonly inviterId: string;
}

/**
 * Makes somebody a member by e-mail and has them told. Who has no account with that address, verified, gets a
 * placeholder that their first such login takes over; inviting them again sends the mail again. The mail is a job of the
 * same transaction, so it goes out if and only if this commits. Answers who it is, their role, and whether they were
 * invited before.
 */
export async function invite(
  { email, role, workspaceId, inviterId }: InvitationDraft,
  { db, sql }: Work,
): Promise<{ userId: string; role: WorkspaceRole; again: boolean }> {
  await holdAddress(email, db);
  if (!(await holdMembership(workspaceId, inviterId, { sql }))) throw problem('WorkspaceNotFound');
  const invitee = await findInvitee(email, db);
  const added = { workspaceId, userId: invitee.id, role: roleOfInvitation({ role }) };
  const { count } = await db.membership.createMany({ data: [added], skipDuplicates: true });
  const again = count === 0;
  const member = again ? await findWaiting(role, workspaceId, invitee, db) : added;
  if (!member) throw problem('AlreadyMember');
  await addJob(db, 'sendInvitation', { workspaceId, inviteeId: invitee.id, inviterId });
  return { userId: invitee.id, role: member.role, again };
}

/** Somebody who was invited before, to this role or where none is named to any, and has not come yet. */
async function findWaiting(
  role: AssignableRole | undefined,
  workspaceId: string,
  { id: userId, auth0Id }: Invitee,
  db: Work['db'],
): Promise<{ role: WorkspaceRole } | null> {
  if (auth0Id !== null) return null;
  return db.membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId }, role: role ?? { not: 'OWNER' } },
    select: { role: true },
  });
}
