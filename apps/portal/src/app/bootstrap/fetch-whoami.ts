import { sessionCalls, type PortalSettings, type Whoami } from '@portal/contract';
import { ulid } from 'ulid';
import { buildRequest, callUrl } from '../../api/http/build-request.ts';

/** Null if the user is not logged in, undefined if the request failed. */
export type InitialWhoami = Whoami | null | undefined;

/**
 * Requests the session while the code of the portal loads. The login page needs no other code of the API, so this does not
 * use RTK Query.
 */
export async function fetchWhoami({ authApiUrl }: PortalSettings): Promise<InitialWhoami> {
  try {
    const call = sessionCalls.whoami;
    const response = await fetch(callUrl(authApiUrl, call, {}), buildRequest(call, {}, ulid()));
    if (response.status === 401) return null;
    const result = response.ok ? call.result.safeParse(await response.json()) : undefined;
    return result?.data;
  } catch {
    // The route guard requests the session again and shows the error.
    return undefined;
  }
}
