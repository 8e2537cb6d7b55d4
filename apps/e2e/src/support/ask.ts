import type { BrowserContext } from '@playwright/test';
import { requestIdHeader, type AnswerOf, type Call } from '@portal/contract';
import { ulid } from 'ulid';
import { addresses } from './addresses.ts';

export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Makes a call of the contract with the cookies of somebody's browser, whatever comes of it. */
export function send(context: BrowserContext, call: Call, { params = {}, query = {}, body = {} }: Input = {}) {
  const path = call.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  return context.request.fetch(addresses.authApi + path, {
    method: call.method,
    headers: { [requestIdHeader]: ulid() },
    params: query,
    ...(call.method !== 'GET' && { data: body }),
  });
}

/** The same where it has to succeed; answers what the call does. */
export async function ask<C extends Call>(context: BrowserContext, call: C, input?: Input): Promise<AnswerOf<C>> {
  const response = await send(context, call, input);
  if (!response.ok()) throw new Error(`${call.method} ${call.path} answered ${await response.text()}`);
  // The table gives the parsed value the call's own type, which a generic `parse` does not know.
  return call.result?.parse(await response.json()) as AnswerOf<C>;
}
