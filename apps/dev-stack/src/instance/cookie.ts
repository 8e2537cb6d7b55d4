import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { InstanceName } from './settings.ts';

/** A cookie of an instance. Its name contains the instance and port, because cookies ignore ports. */
export class InstanceCookie {
  readonly #name: string;

  constructor(instance: { readonly name: InstanceName; readonly url: string }, purpose: string) {
    this.#name = `${instance.name}-${new URL(instance.url).port}-${purpose}`;
  }

  read(request: Request): string | undefined {
    return parseCookie(request.get('cookie') ?? '')[this.#name];
  }

  /** Without `maxAgeMs` it is a session cookie. */
  set(response: Response, value: string, maxAgeMs?: number): void {
    response.cookie(this.#name, value, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      ...(maxAgeMs !== undefined && { maxAge: maxAgeMs }),
    });
  }

  clear(response: Response): void {
    response.clearCookie(this.#name, { path: '/' });
  }
}
