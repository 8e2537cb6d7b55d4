import type { loginSecurityCalls, userCalls } from '@portal/contract';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Identity } from '../../../integrations/auth0/identity-provider.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import type { ActorContext, UpstreamContext } from '../../../request/call/types.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/** The call that asks the provider, which is the action of the audit entry. */
type AskingCall = keyof typeof userCalls | keyof typeof loginSecurityCalls;

/** Reads the user's identity at the provider. If it is gone, ends the user's sessions and throws `IdentityDeleted`. */
export const readIdentity = (
  auth0Id: string,
  action: AskingCall,
  context: ActorContext & UpstreamContext,
): Promise<Identity> => endSessionsIfDeleted(context.services.identityProvider.getIdentity(auth0Id), action, context);

/** Returns the answer of the provider about the user's identity. If it is gone, ends the user's sessions and throws `IdentityDeleted`. */
export async function endSessionsIfDeleted<Answer>(
  answer: Promise<Answer>,
  action: AskingCall,
  context: ActorContext & UpstreamContext,
): Promise<Answer> {
  return answer.catch(async (error: unknown) => {
    if (error instanceof ApiError && error.type === 'IdentityDeleted') await endAllSessions(action, context);
    throw error;
  });
}

/** Ends the sessions of a user whose identity is gone, and writes the audit entry. */
async function endAllSessions(
  action: AskingCall,
  { request, services, inTransaction }: ActorContext & UpstreamContext,
): Promise<void> {
  await inTransaction({}, async ({ db, actor }) => {
    const { active } = await endSessions(Prisma.sql`user_id = ${actor.user.id}`, db, services.settings);
    const details = { identityDeleted: true, sessionIds: active.map(({ id }) => id) };
    const { id: userId } = actor.user;
    const entry = { action, actor: { userId }, credential: actor.credential.kind, request, details };
    await writeAuditEntries([entry], { db });
  });
}
