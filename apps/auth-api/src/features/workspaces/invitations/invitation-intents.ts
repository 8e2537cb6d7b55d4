import { intentLifetimeMinutes, type AssignableRole } from '@portal/contract';
import type { Request, Response } from 'express';
import type { User } from '../../../generated/prisma/client.ts';
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

// An acceptance before a login. Only a request of the portal stores it, and a cookie binds it to the browser. The login that follows binds
// it to its user, too, and completes it once the user has a verified email and has accepted the terms. See
// docs/decisions/0095-an-acceptance-that-waits.md.

const lifetimeMs = intentLifetimeMinutes * 60_000;

/** Stores that the user who logs in next in this browser accepts the invitation of a link with a role. */
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
  /** That of the cookie; null if the browser has none. */
  readonly secret: string | null;
  readonly user: User;
  readonly request: AuditEvent['request'];
}

type CompletionContext = DbContext & { readonly services: Services };

/**
 * Gives the intent of a browser to the user who logs in, and completes it if nothing is missing. The login of a user with another email
 * uses it up. Otherwise like `completeIntent`.
 */
export async function completeIntentAtLogin(completion: Completion, context: CompletionContext): Promise<AuditEvent[]> {
  const { secret, user } = completion;
  if (secret === null) return [];
  const browserHash = hashSecret(secret);
  const isOfOther = [{ userId: { not: user.id } }, { invitation: { email: { not: user.email } } }];
  await context.db.invitationIntent.deleteMany({ where: { browserHash, OR: isOfOther } });
  await context.db.invitationIntent.updateMany({ where: { browserHash }, data: { userId: user.id } });
  return completeIntent(completion, context);
}

/**
 * Completes the acceptance that the user of this browser intended before the login, and uses the intent up. While the user has no verified
 * email or has not accepted the terms, it waits. The caller has locked the email and the user. Returns the audit entries, which the caller
 * writes with its own: after them, the transaction locks nothing.
 */
export async function completeIntent(
  { secret, user, request }: Completion,
  { db, services }: CompletionContext,
): Promise<AuditEvent[]> {
  if (secret === null || !user.emailVerified || needsTosUpdate(user, services.legal)) return [];
  const [intent] = await db.$queryRaw<{ invitationId: string; role: AssignableRole; isValid: boolean }[]>`
    DELETE FROM invitation_intents WHERE browser_hash = ${hashSecret(secret)} AND user_id = ${user.id}
    RETURNING invitation_id AS "invitationId", role, expires_at > now() AS "isValid"`;
  if (!intent?.isValid) return [];
  const now = await databaseNow(db);
  if (isLocked(user, now)) return [];
  const { invitationId, role } = intent;
  try {
    const accepted = await acceptInvitation({ invitationId, role, user, now }, { db });
    const actor = { userId: user.id };
    return [{ action: 'acceptInvitation', actor, credential: 'session', request, ...accepted }];
  } catch (error) {
    // It changed nothing. The page of the invitation says why.
    if (!(error instanceof ApiError)) throw error;
    services.log.info({ invitationId, 'error.type': error.type }, 'intended acceptance not completed');
    return [];
  }
}
