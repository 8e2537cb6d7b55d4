import type { BrowserContext } from '@playwright/test';
import { requestUlidHeader, sessionCalls, WhoamiUser, type Call, type ResponseOf, type User } from '@portal/contract';
import { ulid } from 'ulid';
import { urls } from './urls.ts';

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Sends a call of the contract with the cookies of a browser context. Returns any response, also an error. */
export function sendCall(context: BrowserContext, call: Call, { params = {}, query = {}, body = {} }: CallInput = {}) {
  const path = call.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
  return context.request.fetch(urls.authApi + path, {
    method: call.method,
    headers: { [requestUlidHeader]: ulid() },
    params: query,
    ...(call.method !== 'GET' && { data: body }),
  });
}

/** Sends a call and returns its parsed result. Throws if the response is an error. */
export async function callApi<C extends Call>(
  context: BrowserContext,
  call: C,
  input?: CallInput,
): Promise<ResponseOf<C>> {
  const response = await sendCall(context, call, input);
  if (!response.ok()) throw new Error(`${call.method} ${call.path} returned ${await response.text()}`);
  // `parse` of a generic call loses the result type of the call.
  return call.result?.parse(await response.json()) as ResponseOf<C>;
}

/** The user who is logged in in a browser context. */
export async function fetchUser(context: BrowserContext): Promise<User> {
  return WhoamiUser.parse(await callApi(context, sessionCalls.whoami)).user;
}
