import type { AssignableRole } from '@portal/contract';
import { problem } from '../http/problem.ts';
import { addJob } from '../jobs/add-job.ts';
import type { Work } from '../http/transaction.ts';
import { holdAddress } from '../users/hold-address.ts';
import { findInvitee, type Invitee } from '../users/find-invitee.ts';
import { holdMembership } from './hold-membership.ts';

interface InvitationDraft {
  readonly email: string;
  readonly role: AssignableRole;
  readonly workspaceId: string;
  readonly inviterId: string;
}

/**
 * Makes somebody a member by e-mail and has them told. Who has no account with that address, verified, gets a
 * placeholder that their first such login takes over; inviting them again sends the mail again. The mail is a job of the
 * same transaction, so it goes out if and only if this commits. Answers who it is, and whether they were invited before.
 */
export async function invite(
  { email, role, workspaceId, inviterId }: InvitationDraft,
  { db, sql }: Work,
): Promise<{ userId: string; again: boolean }> {
  await holdAddress(email, db);
  if (!(await holdMembership(workspaceId, inviterId, { sql }))) throw problem('WorkspaceNotFound');
  const invitee = await findInvitee(email, db);
  const { count } = await db.membership.createMany({
    data: [{ workspaceId, userId: invitee.id, role }],
    skipDuplicates: true,
  });
  const again = count === 0;
  if (again && !(await isWaitingAs(role, workspaceId, invitee, db))) throw problem('AlreadyMember');
  await addJob(db, 'sendInvitation', { workspaceId, inviteeId: invitee.id, inviterId });
  return { userId: invitee.id, again };
}

/** Whether somebody was invited to the same role before and has not come yet. */
async function isWaitingAs(
  role: AssignableRole,
  workspaceId: string,
  { id: userId, auth0Id }: Invitee,
  db: Work['db'],
): Promise<boolean> {
  return auth0Id === null && (await db.membership.count({ where: { workspaceId, userId, role } })) === 1;
}
