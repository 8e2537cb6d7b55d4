import { apiScopeNames, apiScopes, isApiScope, isWriteScope } from '../auth-tokens/scopes.rules.ts';
import type { WorkspaceRole } from '../members/members.schemas.ts';

// A terminal login lets a command-line client act as a person (RFC 8252 and RFC 8628). Source: decision 87.

/** The clients that can log in, by their `client_id`, with the name that pages and emails show. They are public clients: no secret. */
export const terminalClients: Readonly<Record<string, string>> = { 'portal-cli': 'Portal CLI' };

/** The name of a client; undefined if there is no such client. */
export const terminalClientName = (clientId: string): string | undefined =>
  Object.hasOwn(terminalClients, clientId) ? terminalClients[clientId] : undefined;

/** The scope of a token without a workspace: to read the own profile and the list of the own workspaces. */
export const accountScope = 'account:read';

/** How a client gets tokens at `/oauth/token`. */
export const grantTypes = [
  'authorization_code',
  'urn:ietf:params:oauth:grant-type:device_code',
  'refresh_token',
] as const;

/** The characters of a user code, which no one mistakes for others. RFC 8628, section 6.1. */
export const userCodeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ';
/** How many characters a user code has. */
export const userCodeLength = 8;

/** As it is shown: `WDJB-MJHT`. */
export const formatUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** The code that a person typed, in lower case, with spaces or without the hyphen; null if it is none. */
export function parseUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  const isCode = code.length === userCodeLength && code.split('').every((letter) => userCodeAlphabet.includes(letter));
  return isCode ? code : null;
}

/**
 * Whether a client can receive an authorization code at a URL: only at this path of the person's own machine, at any port (RFC 8252,
 * section 7.3).
 */
export const isLoopbackRedirect = (url: string): boolean =>
  /^http:\/\/(?:127\.0\.0\.1|\[::1\]):[1-9]\d{0,4}\/callback$/.test(url) && URL.canParse(url);

/** What a client says about the machine that it runs on, for the person who approves. Longer text is cut, other characters become `?`. */
export const displayHost = (host: string): string =>
  host
    .slice(0, 60)
    .replace(/[^\w. -]/g, '?')
    .trim();

/** What a client asks for if it names no scopes: to read. */
export const readingScopes: readonly string[] = apiScopeNames.filter((scope) => !isWriteScope(scope));

/** What a login may do unless the person chooses more: read. */
export const defaultTerminalScopes = (requested: readonly string[]): string[] =>
  requested.filter((scope) => isApiScope(scope) && !isWriteScope(scope));

/** The scopes of a login that a token of a workspace gets: those that the role of the person includes. */
export const scopesOfRole = (scopes: readonly string[], role: WorkspaceRole): string[] =>
  scopes.filter((scope) => !isApiScope(scope) || apiScopes[scope].roles.includes(role));
