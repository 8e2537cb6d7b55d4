import type { Request, Response } from 'express';

const name = 'local-instance';

export function readCookie(request: Request): string | undefined {
  return request
    .get('cookie')
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

export function setCookie(response: Response, secret: string): void {
  response.cookie(name, secret, { httpOnly: true, sameSite: 'lax', path: '/' });
}
