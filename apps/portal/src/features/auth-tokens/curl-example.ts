import { sessionCalls } from '@portal/contract';
import { callUrl } from '../../api/http/build-request.ts';

/** A command that shows whose token it is. The URL is first, because the field for it shows its beginning. */
export const curlExample = (authApiUrl: string, token: string) =>
  `curl ${callUrl(authApiUrl, sessionCalls.whoami, {})} -H "Authorization: Bearer ${token}"`;
