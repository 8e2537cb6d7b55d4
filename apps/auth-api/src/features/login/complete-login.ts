import { usesConnection } from '@portal/contract';
import { Prisma, type User } from '../../generated/prisma/client.ts';
import { parseEmail } from '../../integrations/auth0/identity-provider.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { inTransaction, type DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { hasStaffEmail } from '../../request/account/staff-identity.ts';
import { personalTo } from '../../request/audit/personal-values.ts';
import { writeAuditEntries, type AuditEvent } from '../../request/audit/write-entries.ts';
import { hashSecret } from '../../request/auth/secrets.ts';
import type { Services } from '../../request/call/services.ts';
import { createSession, renewSession } from '../../request/stages/sessions.ts';
import { quarantineDetails } from '../accounts/locks/propagate-quarantine.ts';
import { endSessions } from '../accounts/sessions/end-sessions.ts';
import { claimAuditEvents, claimDetails } from '../accounts/users/claim-pre-provisioned-user.ts';
import { staffRevocationDetails } from '../accounts/users/revoke-staff-sessions.ts';
import { completeIntentAtLogin } from '../workspaces/invitations/invitation-intents.ts';
import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import { findEarlierLogins } from '../emails/other-logins.ts';
import { loginTimestamp, type IdentityClaims } from './id-token.ts';
import { recordDevice } from './known-devices.ts';
import type { LoginAttempt } from './login-attempts.ts';
import { upsertUserFromClaims, type UpsertResult } from './upsert-user-from-claims.ts';

type AuditRequest = AuditEvent['request'];
type SessionContext = DbContext & Pick<Services, 'settings'>;

interface LoginRequest {
  readonly attempt: LoginAttempt;
  /** The secret in the browser's session cookie. */
  readonly previousSecret: string | null;
  /** The secret in the browser's device cookie. */
  readonly deviceSecret: string;
  /** The secret of an acceptance that the browser intended before the login. */
  readonly intentSecret?: string | null;
  readonly request: AuditRequest;
}

/**
 * Completes a login in one transaction: creates or updates the user, and writes the audit entries. Renews the browser's session
 * if it belongs to the same user; otherwise ends it and creates a new one. Throws `LoginUserMismatch` if another user had to
 * authenticate again.
 */
export async function completeLogin(
  claims: IdentityClaims,
  { attempt, previousSecret, deviceSecret, intentSecret = null, request }: LoginRequest,
  services: Services,
): Promise<{ secret: string; isFirstLogin: boolean }> {
  return inTransaction(services, async (context) => {
    const { db } = context;
    const { settings, log } = services;
    const result = await upsertUserFromClaims(claims, context, services);
    const userId = result.user.id;
    if (attempt.userId !== null && attempt.userId !== userId) throw apiError('LoginUserMismatch');
    // Sessions were ended after the callback checked it.
    if (isFromBeforeEnd(claims, attempt, result.user)) throw apiError('LoginNotFinished');
    const missing = missingStaffRequirement(claims, settings);
    if (missing === 'connection' || missing === 'mfa') {
      log.warn(
        { 'si.request.id': request.id, 'user.id': userId, missing },
        'login with an email address of STAFF_EMAIL_DOMAIN does not have staff rights',
      );
    }
    const session = {
      userId,
      loggedInAt: loginTimestamp(claims, await databaseNow(db)),
      isStaff: missing === null,
      verifiedEmail: verifiedEmailOf(claims),
      providerSessionId: claims.sid ?? null,
      withSecondFactor: secondFactorOf(claims),
      client: request,
    };
    const renewed = previousSecret === null ? null : await renewSession(previousSecret, session, { db, settings });
    if (previousSecret !== null && renewed === null)
      await endReplacedSession(previousSecret, userId, request, { ...context, settings });
    const secret = renewed ?? (await createSession(session, { db, settings }));
    if (result.isFirstLogin && session.verifiedEmail !== null)
      await notifyOfOtherLogins(result.user, session.verifiedEmail, context);
    await recordDevice({ user: result.user, deviceSecret, request }, context);
    const completion = { secret: intentSecret, user: result.user, request };
    const accepted = await completeIntentAtLogin(completion, { db, services });
    await writeAuditEntries([...loginAuditEvents(claims, result, request), ...accepted], context);
    return { secret, isFirstLogin: result.isFirstLogin };
  });
}

/** Emails a new user whose address has another account with workspaces: they probably logged in another way than before. */
async function notifyOfOtherLogins(user: User, email: string, context: DbContext): Promise<void> {
  const methods = await findEarlierLogins(user, email, context);
  if (methods.length > 0) await enqueueAccountEmail('otherLogins', user.id, {}, context.db);
}

/** The email address that a login proves; null if the provider has not verified it. */
export const verifiedEmailOf = (claims: Pick<IdentityClaims, 'email' | 'email_verified'>) =>
  claims.email_verified ? parseEmail(claims) : null;

/** Whether a login had a second factor; null if the provider did not report how the user authenticated. */
export const secondFactorOf = ({ amr }: Pick<IdentityClaims, 'amr'>) => (amr.length === 0 ? null : amr.includes('mfa'));

/**
 * Whether staff must authenticate again before a session starts: the provider's remembered login must not replace a session
 * that reached its limits, even if the browser or the database has lost that session.
 */
export function requiresReauthentication(
  claims: IdentityClaims,
  { reauthenticatedSince }: LoginAttempt,
  settings: Settings,
  now: Date,
): boolean {
  const missing = missingStaffRequirement(claims, settings);
  // If only the second factor is missing, the provider may have asked for it in the login that it remembers.
  const mayBeStaff = missing === null || missing === 'mfa';
  if (reauthenticatedSince !== null || !mayBeStaff) return false;
  const loggedInAt = loginTimestamp(claims, now);
  return !loggedInAt || loggedInAt.getTime() <= now.getTime() - settings.STAFF_SESSION_IDLE_MINUTES * 60_000;
}

/**
 * Whether a user must authenticate again because sessions were ended after the login that the provider remembers. Otherwise the
 * browser that lost its session would get a new one without a password.
 */
export async function requiresReauthenticationAfterEnd(
  claims: IdentityClaims,
  attempt: LoginAttempt,
  { db }: Pick<Services, 'db'>,
): Promise<boolean> {
  const user = await db.user.findUnique({ where: { auth0Id: claims.sub }, select: { sessionsEndedAt: true } });
  return user !== null && isFromBeforeEnd(claims, attempt, user);
}

function isFromBeforeEnd(
  { auth_time: seconds }: IdentityClaims,
  { reauthenticatedSince }: LoginAttempt,
  { sessionsEndedAt }: Pick<User, 'sessionsEndedAt'>,
): boolean {
  if (sessionsEndedAt === null) return false;
  // A new authentication that was requested before the end may come from the browser whose session was ended.
  if (reauthenticatedSince !== null) return reauthenticatedSince <= sessionsEndedAt;
  return seconds === undefined || seconds * 1_000 <= sessionsEndedAt.getTime();
}

/** Ends a session and writes the audit entry. Does nothing if the session does not exist or has expired. */
export async function logOut(secret: string, request: AuditRequest, services: Services): Promise<void> {
  await inTransaction(services, async (context) => {
    const userId = await endSessionOf(secret, { ...context, settings: services.settings });
    if (userId !== null) await writeAuditEntries([{ ...sessionActor(userId, request), action: 'logout' }], context);
  });
}

/** Ends the session that this browser had before a login. It has expired or belongs to another user. */
async function endReplacedSession(
  secret: string,
  newUserId: string,
  request: AuditRequest,
  context: SessionContext,
): Promise<void> {
  const userId = await endSessionOf(secret, context);
  if (userId === null) return;
  const details = { endedByLoginOf: newUserId };
  await writeAuditEntries([{ ...sessionActor(userId, request), action: 'logout', details }], context);
}

/** Ends the session of a cookie. Returns its user's id; null if there is none or it had expired. */
async function endSessionOf(secret: string, { db, settings }: SessionContext): Promise<string | null> {
  const { active } = await endSessions(Prisma.sql`id_hash = ${hashSecret(secret)}`, db, settings);
  return active[0]?.userId ?? null;
}

const sessionActor = (userId: string, request: AuditRequest) => ({
  actor: { userId },
  credential: 'session' as const,
  request,
});

/** The entry of the login with everything that it caused, and an entry for each workspace that it changed. */
function loginAuditEvents(
  { sub }: IdentityClaims,
  { user, isFirstLogin, claimed, revokedStaffSessions, quarantineSourceIds, defaultWorkspace }: UpsertResult,
  request: AuditRequest,
): AuditEvent[] {
  const actor = sessionActor(user.id, request);
  const details = {
    /** The prefix of the provider's user id, such as `auth0` or `google-oauth2`. */
    connection: sub.includes('|') ? (sub.split('|')[0] ?? null) : null,
    isFirst: isFirstLogin,
    ...(claimed && claimDetails(claimed)),
    ...staffRevocationDetails(revokedStaffSessions),
    ...quarantineDetails(quarantineSourceIds),
    ...(defaultWorkspace && { defaultWorkspaceId: defaultWorkspace.workspaceId }),
  };
  const events: AuditEvent[] = [
    { ...actor, action: 'login', details },
    ...(claimed ? claimAuditEvents(claimed, actor) : []),
  ];
  if (!defaultWorkspace) return events;
  const { workspaceId, displayName, ...workspace } = defaultWorkspace;
  const created = { displayName: personalTo(user.id, displayName), ...workspace, isDefault: true };
  return [...events, { ...actor, action: 'createWorkspace', workspaceId, details: created }];
}

/**
 * The first requirement for a staff session that a login does not meet; null if it meets them all. A staff email address
 * alone proves nothing: anyone can sign up with a password and get the owner of the mailbox to follow the verification link.
 * The identity must come from a connection that the company controls, with a second factor if the settings require one.
 */
export function missingStaffRequirement(
  claims: IdentityClaims,
  settings: Settings,
): 'email' | 'connection' | 'mfa' | null {
  const { sub, email_verified: emailVerified, amr } = claims;
  if (!hasStaffEmail({ email: parseEmail(claims), emailVerified }, settings)) return 'email';
  if (!usesConnection(sub, settings.STAFF_CONNECTIONS)) return 'connection';
  return settings.STAFF_REQUIRE_MFA && !amr.includes('mfa') ? 'mfa' : null;
}
