import { dayMs } from '@portal/contract';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import type { Settings } from '../../platform/config/settings.ts';
import { createSecret } from './secrets.ts';

const isSecure = (settings: Settings) => settings.AUTH_API_URL.startsWith('https:');

/** Cookies ignore ports. Over plain http, where several stacks can run on one machine, the name contains the port. */
const cookieName = (purpose: string, settings: Settings) =>
  isSecure(settings) ? `__Host-portal-${purpose}` : `portal-${purpose}-${new URL(settings.AUTH_API_URL).port || '80'}`;

const cookieOptions = (settings: Settings): CookieOptions => ({
  httpOnly: true,
  secure: isSecure(settings),
  sameSite: 'lax',
  path: '/',
});

function readCookie(req: Request, name: string): string | null {
  return parseCookie(req.headers.cookie ?? '')[name] ?? null;
}

export const sessionCookieName = (settings: Settings) => cookieName('session', settings);

export const readSessionCookie = (req: Request, settings: Settings) => readCookie(req, sessionCookieName(settings));

export function setSessionCookie(res: Response, secret: string, settings: Settings): void {
  const maxAge = settings.SESSION_MAX_HOURS * 3_600_000;
  res.cookie(sessionCookieName(settings), secret, { ...cookieOptions(settings), maxAge });
}

export function clearSessionCookie(res: Response, settings: Settings): void {
  res.clearCookie(sessionCookieName(settings), cookieOptions(settings));
}

/** The longest that browsers keep a cookie. */
const deviceCookieMs = 400 * dayMs;

/** The secret by which a browser is recognized at its next login. It grants nothing. */
export const readDeviceCookie = (req: Request, settings: Settings) => readCookie(req, cookieName('device', settings));

export function setDeviceCookie(res: Response, secret: string, settings: Settings): void {
  res.cookie(cookieName('device', settings), secret, { ...cookieOptions(settings), maxAge: deviceCookieMs });
}

/**
 * Gives a browser its device cookie when a login starts, unless it has one, so that logins that complete at the same time in several
 * tabs are of one device.
 */
export function ensureDeviceCookie(req: Request, res: Response, settings: Settings): void {
  if (readDeviceCookie(req, settings) === null) setDeviceCookie(res, createSecret(), settings);
}

/** Names of the login cookies of a request, the oldest first. Each belongs to one attempt, whose id ends its name. */
function readLoginCookieNames(req: Request, settings: Settings): string[] {
  const prefix = loginCookieName('', settings);
  return Object.keys(parseCookie(req.headers.cookie ?? ''))
    .filter((name) => name.startsWith(prefix))
    .sort();
}

const loginCookieName = (attemptId: string, settings: Settings) => `${cookieName('login', settings)}-${attemptId}`;

/** Each is sent with every request to the API, and the size of a request's headers is limited. */
const maxLoginCookies = 10;

/** The secret that binds a pending login to this browser. */
export const readLoginCookie = (req: Request, attemptId: string, settings: Settings) =>
  readCookie(req, loginCookieName(attemptId, settings));

/** The login of each tab has a cookie of its own, so that logins that start at the same time do not replace each other's. */
export function setLoginCookie(
  req: Request,
  res: Response,
  attempt: { readonly id: string; readonly secret: string },
  settings: Settings,
): void {
  const others = readLoginCookieNames(req, settings);
  for (const name of others.slice(0, Math.max(0, others.length - maxLoginCookies + 1)))
    res.clearCookie(name, cookieOptions(settings));
  res.cookie(loginCookieName(attempt.id, settings), attempt.secret, { ...cookieOptions(settings), maxAge: 3_600_000 });
}

/** The secret of a login that has ended is of no use. */
export function clearLoginCookie(res: Response, attemptId: string, settings: Settings): void {
  res.clearCookie(loginCookieName(attemptId, settings), cookieOptions(settings));
}

/** The secret that binds an intended acceptance of an invitation to this browser, which forgets it when the intent expires. */
export const readIntentCookie = (req: Request, settings: Settings) => readCookie(req, cookieName('intent', settings));

export function setIntentCookie(res: Response, secret: string, maxAge: number, settings: Settings): void {
  res.cookie(cookieName('intent', settings), secret, { ...cookieOptions(settings), maxAge });
}
