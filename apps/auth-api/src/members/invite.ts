import { ulid } from 'ulid';
import type { AssignableRole } from '@portal/contract';
import type { Prisma } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import { addJob } from '../jobs/jobs.ts';
import type { Work } from '../http/transaction.ts';
import { holdAddress } from '../users/hold-address.ts';
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
  { db }: Work,
): Promise<{ userId: string; again: boolean }> {
  if (!(await holdMembership(workspaceId, inviterId, db))) throw problem('WorkspaceNotFound');
  await holdAddress(email, db);
  const invitee = (await findAccount(email, db)) ?? (await findOrMakePlaceholder(email, db));
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
  { id: userId, auth0Id }: { id: string; auth0Id: string | null },
  db: Work['db'],
): Promise<boolean> {
  return auth0Id === null && (await db.membership.count({ where: { workspaceId, userId, role } })) === 1;
}

/** Of several identities that share a verified address, the one that logged in last. */
function findAccount(email: string, tx: Prisma.TransactionClient) {
  return tx.user.findFirst({
    where: { email, emailVerified: true, auth0Id: { not: null } },
    orderBy: { lastLoginAt: { sort: 'desc', nulls: 'last' } },
    select: { id: true, auth0Id: true },
  });
}

/** However many invitations of one address race, they meet in one row. */
async function findOrMakePlaceholder(email: string, tx: Prisma.TransactionClient) {
  const nickname = email.split('@')[0] ?? email;
  const [placeholder] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO users (id, email, nickname) VALUES (${ulid()}, ${email}, ${nickname})
    ON CONFLICT (email) WHERE auth0_id IS NULL DO UPDATE SET email = excluded.email
    RETURNING id`;
  if (!placeholder) throw new Error('The placeholder of an invitation was not stored.');
  return { id: placeholder.id, auth0Id: null };
}
