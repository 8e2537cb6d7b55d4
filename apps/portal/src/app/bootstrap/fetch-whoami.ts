import type { PortalSettings, WhoamiUser } from '@portal/contract';
import { ulid } from 'ulid';
import { buildRequest, callUrl } from '../../api/http/build-request.ts';
import { takeEarlyRequest } from '../../api/http/early-requests.ts';
import { whoamiCall } from '../../api/whoami-call.ts';

/** Null if the user is not logged in, undefined if the request failed. */
export type InitialWhoami = WhoamiUser | null | undefined;

/**
 * Requests the session while the code of the portal loads. The login page needs no other code of the API, so this does not
 * use RTK Query.
 */
export async function fetchWhoami({ authApiUrl }: PortalSettings): Promise<InitialWhoami> {
  try {
    const url = callUrl(authApiUrl, whoamiCall, {});
    const response = await (takeEarlyRequest(url)?.response ?? fetch(url, buildRequest(whoamiCall, {}, ulid())));
    if (response.status === 401) return null;
    const result = response.ok ? whoamiCall.result.safeParse(await response.json()) : undefined;
    return result?.data;
  } catch {
    // The route guard requests the session again and shows the error.
    return undefined;
  }
}
