import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { InstanceName } from './settings.ts';

/** One cookie of an instance. Cookies ignore ports, so the name tells instances on one machine apart. */
export class InstanceCookie {
  readonly #name: string;

  constructor(instance: { readonly name: InstanceName; readonly url: string }, purpose: string) {
    this.#name = `${instance.name}-${new URL(instance.url).port}-${purpose}`;
  }

  read(request: Request): string | undefined {
    return parseCookie(request.get('cookie') ?? '')[this.#name];
  }

  /** Without a `maxAge` in milliseconds it lives until the browser is closed. */
  set(response: Response, value: string, maxAge?: number): void {
    response.cookie(this.#name, value, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      ...(maxAge !== undefined && { maxAge }),
    });
  }

  clear(response: Response): void {
    response.clearCookie(this.#name, { path: '/' });
  }
}
