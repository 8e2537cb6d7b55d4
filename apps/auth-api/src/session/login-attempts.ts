import type { Request, Response } from 'express';
import { databaseNow } from '../database/clock.ts';
import { hashSecret, makeSecret } from '../keys/secrets.ts';
import type { Services } from '../services.ts';
import { readLoginCookie, setLoginCookie } from './session-cookie.ts';

const lifetimeMs = 60 * 60_000;

/** What a login has to remember until the provider sends the browser back. */
export interface LoginAttempt {
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Since when the person had to prove who they are; null where an earlier login does. */
  readonly freshSince: Date | null;
  /** Who had to log in anew; null where nobody was logged in. */
  readonly userId: string | null;
}

/** What an attempt begins with; `isFresh` has the person prove who they are from now on. */
type NewAttempt = Omit<LoginAttempt, 'freshSince'> & { readonly isFresh: boolean };

/**
 * Remembers a login under a new state, which it answers. The state is bound to this browser by a cookie that all of
 * its tabs share, so each tab finishes its own login, in any order.
 */
export async function beginAttempt(
  req: Request,
  res: Response,
  { isFresh, ...attempt }: NewAttempt,
  { db, settings }: Services,
): Promise<string> {
  const browser = readLoginCookie(req, settings) ?? makeSecret();
  setLoginCookie(res, browser, settings);
  const state = makeSecret();
  const now = await databaseNow(db);
  await db.loginAttempt.create({
    data: {
      stateHash: hashSecret(state),
      browserHash: hashSecret(browser),
      ...attempt,
      freshSince: isFresh ? now : null,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    },
  });
  return state;
}

/** Takes the login of a state out, once; null if there is none, it is too old or another browser began it. */
export async function takeAttempt(
  req: Request,
  state: string,
  { db, settings }: Services,
): Promise<LoginAttempt | null> {
  const browser = readLoginCookie(req, settings);
  if (browser === null) return null;
  const [attempt] = await db.$queryRaw<LoginAttempt[]>`
    DELETE FROM login_attempts
    WHERE state_hash = ${hashSecret(state)} AND browser_hash = ${hashSecret(browser)} AND expires_at > now()
    RETURNING nonce, code_verifier AS "codeVerifier", fresh_since AS "freshSince", user_id AS "userId"`;
  return attempt ?? null;
}
