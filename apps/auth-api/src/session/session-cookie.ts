import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import type { Settings } from '../settings.ts';

const isSecure = (settings: Settings) => settings.AUTH_API_URL.startsWith('https:');

/** Cookies ignore ports, so on plain http (one machine, several stacks) the port is part of the name. */
const nameOf = (purpose: string, settings: Settings) =>
  isSecure(settings) ? `__Host-portal-${purpose}` : `portal-${purpose}-${new URL(settings.AUTH_API_URL).port || '80'}`;

const options = (settings: Settings): CookieOptions => ({
  httpOnly: true,
  secure: isSecure(settings),
  sameSite: 'lax',
  path: '/',
});

function read(req: Request, name: string): string | null {
  return parseCookie(req.headers.cookie ?? '')[name] ?? null;
}

export const sessionCookieName = (settings: Settings) => nameOf('session', settings);

export const readSessionCookie = (req: Request, settings: Settings) => read(req, sessionCookieName(settings));

export function setSessionCookie(res: Response, sessionId: string, settings: Settings): void {
  const maxAge = settings.SESSION_MAX_HOURS * 3_600_000;
  res.cookie(sessionCookieName(settings), sessionId, { ...options(settings), maxAge });
}

export function clearSessionCookie(res: Response, settings: Settings): void {
  res.clearCookie(sessionCookieName(settings), options(settings));
}

/** Binds the logins that are under way to the browser that began them, in however many tabs. */
export const readLoginCookie = (req: Request, settings: Settings) => read(req, nameOf('login', settings));

export function setLoginCookie(res: Response, secret: string, settings: Settings): void {
  res.cookie(nameOf('login', settings), secret, { ...options(settings), maxAge: 3_600_000 });
}
