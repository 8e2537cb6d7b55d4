import type { ListedInvitation } from '@portal/contract';
import type { ActorContext } from '../../../request/call/types.ts';
import {
  listInvitationsOfUser,
  toMyInvitation,
  type InviteeRow,
} from '../../workspaces/invitations/invitations.queries.ts';
import { isAuthoritative, missingProof } from '../../workspaces/invitations/mailbox-proof.ts';
import { findPreparedWorkspace } from '../../workspaces/invitations/pre-provisioned-users.ts';

/** Lists the open invitations of the user's verified email, newest first, after the one with the id `after`; one more than `limit`, if there is. */
export async function listOwnInvitations(
  after: string | undefined,
  limit: number,
  context: ActorContext,
): Promise<ListedInvitation[]> {
  const { user } = context.actor;
  if (!user.emailVerified) return [];
  const invitations = await listInvitationsOfUser(user, after, limit + 1, context);
  return [...invitations.map((row) => toListed(row, context)), ...(await listPrepared(after, context))]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit + 1);
}

/**
 * What staff prepared for the address, in a list of one or none: it waits, like a hidden invitation, for a proof of the mailbox. A login
 * that proves it takes it over.
 */
async function listPrepared(after: string | undefined, context: ActorContext): Promise<ListedInvitation[]> {
  const { user } = context.actor;
  const prepared = await findPreparedWorkspace(user.email, context);
  if (!prepared || (after !== undefined && prepared.preProvisionedUserId >= after)) return [];
  const missing = isAuthoritative(user, context.services.settings) ? 'login' : 'link';
  return [{ id: prepared.preProvisionedUserId, kind: 'prepared', missingProof: missing }];
}

function toListed(row: InviteeRow, { actor, services }: ActorContext): ListedInvitation {
  const missing = missingProof(row, actor, services.settings);
  return missing === null ? toMyInvitation(row) : { id: row.id, missingProof: missing };
}
