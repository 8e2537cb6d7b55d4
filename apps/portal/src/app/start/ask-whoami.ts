import { sessionCalls, type PortalSettings, type Whoami } from '@portal/contract';
import { ulid } from 'ulid';
import { addressOf, requestOf } from '../../http/request.ts';

/** `null`: nobody is logged in. `undefined`: it could not be told. */
export type FirstAnswer = Whoami | null | undefined;

/**
 * Asks who is logged in before the portal proper is loaded, so that the answer is there when its code is,
 * and so that the login page needs no more code than itself.
 */
export async function askWhoami({ authApiUrl }: PortalSettings): Promise<FirstAnswer> {
  try {
    const call = sessionCalls.whoami;
    const response = await fetch(addressOf(authApiUrl, call, {}), requestOf(call, {}, ulid()));
    if (response.status === 401) return null;
    const answer = response.ok ? call.result.safeParse(await response.json()) : undefined;
    return answer?.data;
  } catch {
    // The portal asks again in its own way, and shows what it then learns.
    return undefined;
  }
}
