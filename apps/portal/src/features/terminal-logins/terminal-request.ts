import { isLoopbackRedirect, scopePattern, TerminalApproval, terminalClientName } from '@portal/contract';
import { readScopes, toRequestedScopes } from './grant.ts';

/** What a client on this machine asks for, by the URL that it opened (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
export interface TerminalRequest {
  readonly clientId: string;
  /** The name of the client. */
  readonly client: string;
  /** A loopback address, where the client waits. */
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly state: string;
  /** The name of the machine, as the client claims it; null if it claims none. */
  readonly host: string | null;
  readonly scopes: readonly string[];
}

/** The request of a URL; null if a parameter is missing, repeated or invalid. Then nothing in the URL can be trusted. */
export function parseTerminalRequest(search: string): TerminalRequest | null {
  const query = new URLSearchParams(search);
  if ([...query.keys()].some((name) => query.getAll(name).length > 1)) return null;
  if (query.get('response_type') !== 'code' || query.get('code_challenge_method') !== 'S256') return null;
  const given = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  if (!given.every((scope) => scopePattern.test(scope))) return null;
  const scopes = toRequestedScopes(given.length > 0 ? given : readScopes);
  const parsed = TerminalApproval.safeParse({
    clientId: query.get('client_id'),
    redirectUri: query.get('redirect_uri'),
    codeChallenge: query.get('code_challenge'),
    state: query.get('state'),
    host: query.get('host') ?? undefined,
    scopes,
    workspaceIds: null,
  }).data;
  if (!parsed) return null;
  const { clientId, redirectUri, codeChallenge, state, host } = parsed;
  const client = terminalClientName(clientId);
  return client === undefined
    ? null
    : { clientId, client, redirectUri, codeChallenge, state, host: host || null, scopes };
}

/** Whether a URL leads to the client that waits at a loopback address, and nowhere else. */
export const leadsToClient = (url: string, { redirectUri }: Pick<TerminalRequest, 'redirectUri'>) =>
  isLoopbackRedirect(redirectUri) && url.startsWith(`${redirectUri}?`) && URL.canParse(url);

/** Where the browser goes if the user refuses (RFC 6749, section 4.1.2.1). */
export const denialUrl = ({ redirectUri, state }: Pick<TerminalRequest, 'redirectUri' | 'state'>) =>
  `${redirectUri}?${new URLSearchParams({ error: 'access_denied', state }).toString()}`;
