import { recordActs, type Act } from '../audit/record-acts.ts';
import { databaseNow } from '../database/clock.ts';
import { problem } from '../http/problem.ts';
import { inTransaction } from '../http/transaction.ts';
import { emailOf } from '../providers/identity-provider.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import { actsOfClaim, claimDetails } from '../users/claim-invitations.ts';
import { staffRightsDetails } from '../users/end-staff-rights.ts';
import { quarantineDetails } from '../users/follow-quarantine.ts';
import type { IdentityClaims } from './id-token.ts';
import type { LoginAttempt } from './login-attempts.ts';
import { beginSession, endSession } from './sessions.ts';
import { missingForStaff } from './staff-login.ts';
import { signIn, type SignedIn } from './sign-in.ts';

type From = Act['request'];

interface LoginFrame {
  readonly attempt: LoginAttempt;
  readonly previousSessionId: string | null;
  readonly request: From;
}

/**
 * Logs a person in: who they are, the end of the session that this browser had, the new session and the line of the audit
 * log are one transaction. Where somebody had to log in anew, nobody else may. Answers the secret id of the session, and
 * whether they are new here.
 */
export async function logIn(
  claims: IdentityClaims,
  { attempt, previousSessionId, request }: LoginFrame,
  services: Services,
): Promise<{ sessionId: string; isFirst: boolean }> {
  return inTransaction(services, async (work) => {
    const { db } = work;
    const signedIn = await signIn(claims, work, services);
    const userId = signedIn.user.id;
    if (attempt.userId !== null && attempt.userId !== userId) throw problem('LoginOfSomebodyElse');
    const before =
      previousSessionId === null ? null : await endSession(previousSessionId, { db, settings: services.settings });
    if (before !== null && before !== userId) {
      const details = { endedByLoginOf: userId };
      await recordActs([{ ...bySession(before, request), action: 'logout', details }], work);
    }
    const missing = missingForStaff(claims, services.settings);
    if (missing === 'connection' || missing === 'mfa') {
      const why = { requestId: request.id, userId, missing };
      services.log.warn(why, 'a login with an address of STAFF_EMAIL_DOMAIN does not have the rights of staff');
    }
    const sessionId = await beginSession(
      { userId, loggedInAt: loginMoment(claims, await databaseNow(db)), isStaff: missing === null },
      { db, settings: services.settings },
    );
    await recordActs(actsOfLogin(claims, signedIn, request), work);
    return { sessionId, isFirst: signedIn.isFirst };
  });
}

/** No clock that is ahead of the database’s makes a login fresher than one of this moment. */
const loginMoment = ({ auth_time: seconds }: IdentityClaims, now: Date) =>
  seconds === undefined ? null : new Date(Math.min(seconds * 1_000, now.getTime()));

/**
 * Whether staff have to prove anew who they are before a session begins: what the provider remembers shall not bring back
 * a session that their limits ended, however the browser or the database lost it.
 */
export function needsFreshLogin(
  claims: IdentityClaims,
  { freshSince }: LoginAttempt,
  settings: Settings,
  now: Date,
): boolean {
  const missing = missingForStaff(claims, settings);
  // A second factor that is missing may be one that the provider asked for too long ago.
  const mayBeStaff = missing === null || missing === 'mfa';
  if (freshSince !== null || !mayBeStaff) return false;
  const loggedInAt = loginMoment(claims, now);
  return !loggedInAt || loggedInAt.getTime() <= now.getTime() - settings.STAFF_SESSION_IDLE_MINUTES * 60_000;
}

/**
 * Whether a user has to log in again, as themself, before they get what waits at an address that the stored user does not
 * have verified yet. The login that the provider remembers may be older than the verification, and may belong to someone
 * other than the owner of the mailbox.
 */
export async function needsFreshLoginToClaim(
  claims: IdentityClaims,
  { freshSince }: LoginAttempt,
  { db }: Pick<Services, 'db'>,
): Promise<boolean> {
  const { sub: auth0Id, email_verified: isVerifiedNow } = claims;
  if (freshSince !== null || !isVerifiedNow) return false;
  const stored = await db.user.findUnique({ where: { auth0Id }, select: { emailVerified: true } });
  if (!stored || stored.emailVerified) return false;
  const hasSomethingToClaim = { OR: [{ memberships: { some: {} } }, { createdWorkspaces: { some: {} } }] };
  const waiting = await db.user.findFirst({
    where: { email: emailOf(claims), auth0Id: null, ...hasSomethingToClaim },
    select: { id: true },
  });
  return waiting !== null;
}

/** Ends the session of a cookie, with its line in the audit log; nothing where nobody was logged in. */
export async function logOut(sessionId: string, request: From, services: Services): Promise<void> {
  await inTransaction(services, async (work) => {
    const userId = await endSession(sessionId, { db: work.db, settings: services.settings });
    if (userId !== null) await recordActs([{ ...bySession(userId, request), action: 'logout' }], work);
  });
}

const bySession = (actorUserId: string, request: From) => ({ actorUserId, credential: 'session' as const, request });

/** What the login did by itself is part of its line, and a line of each workspace that it is about. */
function actsOfLogin(
  { sub }: IdentityClaims,
  { user, isFirst, claimed, staffSessionsEnded, quarantinedLike, defaultWorkspace }: SignedIn,
  request: From,
): Act[] {
  const by = bySession(user.id, request);
  const details = {
    /** `auth0`, `google-oauth2`, ...: the provider's ids begin with it. */
    connection: sub.includes('|') ? (sub.split('|')[0] ?? null) : null,
    isFirst,
    ...(claimed && claimDetails(claimed)),
    ...staffRightsDetails(staffSessionsEnded),
    ...quarantineDetails(quarantinedLike),
    ...(defaultWorkspace && { defaultWorkspaceId: defaultWorkspace.workspaceId }),
  };
  const acts: Act[] = [{ ...by, action: 'login', details }, ...(claimed ? actsOfClaim(claimed, by) : [])];
  if (!defaultWorkspace) return acts;
  const { workspaceId, ...made } = defaultWorkspace;
  return [...acts, { ...by, action: 'createWorkspace', workspaceId, details: { ...made, isDefault: true } }];
}
