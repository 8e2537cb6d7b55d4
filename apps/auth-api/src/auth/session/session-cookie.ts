import { dayMs } from '@portal/contract';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import type { Settings } from '../../config/settings.ts';

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

/** The secret that binds pending logins, in all tabs, to this browser. */
export const readLoginCookie = (req: Request, settings: Settings) => readCookie(req, cookieName('login', settings));

export function setLoginCookie(res: Response, secret: string, settings: Settings): void {
  res.cookie(cookieName('login', settings), secret, { ...cookieOptions(settings), maxAge: 3_600_000 });
}
