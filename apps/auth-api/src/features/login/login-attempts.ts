import type { Request, Response } from 'express';
import { databaseNow } from '../../platform/db/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import { batchSize, inBatches } from '../../platform/queue/in-batches.ts';
import { createSecret, hashSecret } from '../../request/auth/secrets.ts';
import {
  clearLoginCookie,
  ensureDeviceCookie,
  readLoginCookie,
  setLoginCookie,
} from '../../request/auth/session-cookie.ts';
import type { Services } from '../../request/call/services.ts';

/** How long a user may take for a login. */
export const loginAttemptLifetimeMs = 60 * 60_000;

/** What the API stores while the user is at the identity provider's login page. */
export interface LoginAttempt {
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The user must authenticate again after this time; null if an earlier authentication is enough. */
  readonly reauthenticatedSince: Date | null;
  /** The user who must authenticate again; null if no user was logged in. */
  readonly userId: string | null;
}

type NewLoginAttempt = Omit<LoginAttempt, 'reauthenticatedSince'> & { readonly requiresReauthentication: boolean };

/**
 * Stores a login attempt and returns its `state`. A cookie binds the attempt to this browser. Its name has the public part of
 * the state, so each tab can complete its own login, in any order.
 */
export async function createLoginAttempt(
  req: Request,
  res: Response,
  { requiresReauthentication, ...attempt }: NewLoginAttempt,
  { db, settings }: Services,
): Promise<string> {
  const [id, browserSecret] = [newId(), createSecret()];
  setLoginCookie(req, res, { id, secret: browserSecret }, settings);
  ensureDeviceCookie(req, res, settings);
  const state = `${id}.${createSecret()}`;
  const now = await databaseNow(db);
  await db.loginAttempt.create({
    data: {
      stateHash: hashSecret(state),
      browserHash: hashSecret(browserSecret),
      ...attempt,
      reauthenticatedSince: requiresReauthentication ? now : null,
      expiresAt: new Date(now.getTime() + loginAttemptLifetimeMs),
    },
  });
  return state;
}

/** Deletes a login attempt with its cookie, and returns it. Null if there is none, it has expired, or another browser started it. */
export async function consumeLoginAttempt(
  req: Request,
  res: Response,
  state: string,
  { db, settings }: Services,
): Promise<LoginAttempt | null> {
  const [id = ''] = state.split('.');
  const browserSecret = readLoginCookie(req, id, settings);
  if (browserSecret === null) return null;
  const [attempt] = await db.$queryRaw<LoginAttempt[]>`
    DELETE FROM login_attempts
    WHERE state_hash = ${hashSecret(state)} AND browser_hash = ${hashSecret(browserSecret)} AND expires_at > now()
    RETURNING nonce, code_verifier AS "codeVerifier", reauthenticated_since AS "reauthenticatedSince",
      user_id AS "userId"`;
  if (!attempt) return null;
  clearLoginCookie(res, id, settings);
  return attempt;
}

/** About 150 MB. */
const maxLoginAttempts = 500_000;

/** How long a user has for a login even during a flood: 2,000 starts a second then keep about 360 MB. */
const protectedMs = 10 * 60_000;

/**
 * Deletes the oldest login attempts above a number, except those of the last ten minutes. Anyone can start a login, and the limit
 * per address does not bound a flood from many addresses.
 */
export async function limitLoginAttempts({ db, log }: Services, max = maxLoginAttempts): Promise<void> {
  const newestFirst = { expiresAt: 'desc' } as const;
  const [surplus] = await db.loginAttempt.findMany({ orderBy: newestFirst, skip: max, take: 1 });
  if (!surplus) return;
  const newestDeletable = (await databaseNow(db)).getTime() + loginAttemptLifetimeMs - protectedMs;
  const where = { expiresAt: { lte: new Date(Math.min(surplus.expiresAt.getTime(), newestDeletable)) } };
  const deleted = await inBatches(() => db.loginAttempt.deleteMany({ where, limit: batchSize }));
  if (deleted > 0) log.warn({ deleted }, 'too many unfinished logins, deleted the oldest');
}
