import { intentLifetimeMinutes, type AssignableRole } from '@portal/contract';
import type { Request, Response } from 'express';
import { Prisma, type User } from '../../../generated/prisma/client.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { ApiError, apiError } from '../../../platform/errors/api-error.ts';
import { isLocked } from '../../../request/account/account-lock.ts';
import { needsTosUpdate } from '../../../request/account/legal-documents.ts';
import type { AuditEvent } from '../../../request/audit/write-entries.ts';
import { createSecret, hashSecret } from '../../../request/auth/secrets.ts';
import { setIntentCookie } from '../../../request/auth/session-cookie.ts';
import type { Services } from '../../../request/call/services.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { checkIsPending, invitationChanged } from './invitation-state.ts';
import { findLinkedInvitation } from './invitations.queries.ts';

// An acceptance before a login. Only a request of the portal stores it, a cookie binds it to the browser, and the login that follows
// completes it once. See docs/decisions/0093-an-acceptance-before-the-login.md.

const lifetimeMs = intentLifetimeMinutes * 60_000;

/** Stores that the user of this browser accepts the invitation of a link with a role at the next login. */
export async function storeIntent(
  { token, role }: { readonly token: string; readonly role: AssignableRole },
  { db, res, services }: DbContext & { readonly req: Request; readonly res: Response; readonly services: Services },
): Promise<void> {
  const invitation = await findLinkedInvitation(hashSecret(token), { db });
  if (!invitation) throw apiError('InvitationNotFound');
  checkIsPending(invitation);
  if (invitation.role !== role) throw invitationChanged(invitation.role);
  const secret = createSecret();
  await db.invitationIntent.create({
    data: {
      browserHash: hashSecret(secret),
      invitationId: invitation.id,
      role,
      expiresAt: new Date((await databaseNow(db)).getTime() + lifetimeMs),
    },
  });
  setIntentCookie(res, secret, lifetimeMs, services.settings);
}

interface Completion {
  readonly user: User;
  /** The email that the login verified. Null if it verified none. */
  readonly verifiedEmail: string | null;
  /** Of the audit entries. */
  readonly event: Pick<AuditEvent, 'actor' | 'credential' | 'request'>;
}

type CompletionContext = DbContext & { readonly services: Services };

/**
 * Completes the acceptance that this browser intended, after a login. The intent is used up, unless the user only lacks the accepted
 * terms: then accepting them completes it. The caller has locked the email and the user. Returns the audit entries, which the caller writes
 * with its own: after them, the transaction locks nothing.
 */
export async function completeIntentOfBrowser(
  secret: string,
  completion: Completion,
  context: CompletionContext,
): Promise<AuditEvent[]> {
  const browserHash = hashSecret(secret);
  const { user } = completion;
  if (needsTosUpdate(user, context.services.legal)) {
    const where = { browserHash, userId: null, invitation: { email: completion.verifiedEmail ?? '' } };
    await context.db.invitationIntent.updateMany({ where, data: { userId: user.id } });
    return [];
  }
  return complete(Prisma.sql`browser_hash = ${browserHash} AND user_id IS NULL`, completion, context);
}

/** Completes the acceptance that a user intended before a login, which lacked only the accepted terms. Returns the audit entries. */
export const completeIntentOfUser = (completion: Completion, context: CompletionContext): Promise<AuditEvent[]> =>
  complete(Prisma.sql`user_id = ${completion.user.id}`, completion, context);

interface Intent {
  readonly invitationId: string;
  readonly role: AssignableRole;
  readonly isValid: boolean;
}

async function complete(
  condition: Prisma.Sql,
  { user, verifiedEmail, event }: Completion,
  { db, services }: CompletionContext,
): Promise<AuditEvent[]> {
  const intents = await db.$queryRaw<Intent[]>`
    DELETE FROM invitation_intents WHERE ${condition}
    RETURNING invitation_id AS "invitationId", role, expires_at > now() AS "isValid"`;
  const now = await databaseNow(db);
  if (!user.emailVerified || verifiedEmail !== user.email || isLocked(user, now)) return [];
  const events: AuditEvent[] = [];
  for (const { invitationId, role } of intents.filter(({ isValid }) => isValid)) {
    try {
      const accepted = await acceptInvitation({ invitationId, role, user, now }, { db });
      events.push({ ...event, action: 'acceptInvitation', ...accepted });
    } catch (error) {
      // It changed nothing. The page of the invitation says why.
      if (!(error instanceof ApiError)) throw error;
      services.log.info({ invitationId, 'error.type': error.type }, 'intended acceptance not completed');
    }
  }
  return events;
}
