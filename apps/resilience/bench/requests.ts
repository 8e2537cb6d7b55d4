import { requestUlidHeader } from '@portal/contract';
import { newId } from '@portal/auth-api/src/platform/lib/ids.ts';
import type { SeedSize } from '@portal/auth-api/test/support/seed-database.ts';

/** How many users send requests, and how long their lists are. */
export interface Visitors {
  readonly visitors: number;
  readonly workspacesEach: number;
  readonly tokensEach: number;
}

/** Those of a token that was created without a list of scopes. */
export const tokenScopes = ['workspace:read', 'members:read', 'tokens:read', 'platform'] as const;

const idOf = (letter: string, n: string) => `'01${letter}' || lpad((${n})::text, 23, '0')`;
const visitorSeries = ({ visitors }: Visitors) => `generate_series(1, ${visitors}) n`;

/** Adds users whose session cookies the bench knows. Each owns a workspace with tokens and is an editor in seeded workspaces. */
export function visitorStatements(size: Visitors, { workspaces }: SeedSize, tosVersionId: string): string[] {
  // Every fiftieth seeded workspace is deleted; `k % 49` picks one of the 49 before it.
  const sharedWorkspace = `((n * 7919 + k * 104729) % ${Math.floor(workspaces / 50)}) * 50 + 1 + k % 49`;
  return [
    `INSERT INTO users (id, auth0_id, email, email_verified, first_name, last_name, nickname, tos_version_id, signed_up_at)
     SELECT ${idOf('B', 'n')}, 'auth0|visitor' || n, 'visitor' || n || '@visitors.example', true, 'Ada', 'Visitor',
       'Ada', '${tosVersionId}', now() FROM ${visitorSeries(size)}`,
    `INSERT INTO sessions (id_hash, id, user_id, expires_at)
     SELECT translate(rtrim(encode(sha256(('visitor-' || n)::bytea), 'base64'), '='), '+/', '-_'), ${idOf('R', 'n')}, ${idOf('B', 'n')},
       now() + interval '1 day' FROM ${visitorSeries(size)}`,
    `INSERT INTO workspaces (id, display_name, instance_url, instance_env_type, creator_user_id)
     SELECT ${idOf('X', 'n')}, 'Visitor ' || n, 'https://app.systeminit.com', 'SI', ${idOf('B', 'n')}
     FROM ${visitorSeries(size)}`,
    `INSERT INTO memberships (workspace_id, user_id, role)
     SELECT ${idOf('X', 'n')}, ${idOf('B', 'n')}, 'OWNER'::workspace_role FROM ${visitorSeries(size)}
     UNION SELECT ${idOf('W', sharedWorkspace)}, ${idOf('B', 'n')}, 'EDITOR'::workspace_role
     FROM ${visitorSeries(size)}, generate_series(1, ${size.workspacesEach - 1}) k`,
    `INSERT INTO auth_tokens (id, workspace_id, user_id, session_id, name, scopes, networks, expires_at)
     SELECT ${idOf('Z', `n * 1000000 + k`)}, ${idOf('X', 'n')}, ${idOf('B', 'n')}, ${idOf('R', 'n')}, 'CI', '{${tokenScopes.join(',')}}', '{}', now() + interval '1 year'
     FROM ${visitorSeries(size)}, generate_series(1, ${size.tokensEach}) k`,
  ];
}

/** A kind of request, as the bytes that the browser of a visitor sends. */
export interface RequestKind {
  readonly name: string;
  /** Whether it writes, so that later requests find more data. */
  readonly writes: boolean;
  readonly request: (visitor: number) => string;
}

/** The id of a seeded row. */
export const id = (letter: string, n: number) => `01${letter}${String(n).padStart(23, '0')}`;

export const get = (name: string, path: (visitor: number) => string): RequestKind => ({
  name,
  writes: false,
  request: (n) => `GET ${path(n)} HTTP/1.1\r\n${headers(n)}\r\n\r\n`,
});

const post = (name: string, path: (visitor: number) => string, body: object): RequestKind => ({
  name,
  writes: true,
  request(n) {
    const text = JSON.stringify({ ...body, requestUlid: newId() });
    const bodyHeaders = `Content-Type: application/json\r\nContent-Length: ${text.length}`;
    return `POST ${path(n)} HTTP/1.1\r\n${headers(n)}\r\n${bodyHeaders}\r\n\r\n${text}`;
  },
});

/** The headers of a program that uses an API token, as the proxy forwards them. */
const programHeaders = (token: string) =>
  [
    'Host: auth.portal.example',
    'Accept: */*',
    `Authorization: Bearer ${token}`,
    'User-Agent: curl/8.5.0',
    'X-Forwarded-For: 203.0.113.7',
    'X-Forwarded-Proto: https',
  ].join('\r\n');

/** The headers of a portal request from Chromium, as the proxy forwards them. */
const headers = (n: number) =>
  [
    'Host: auth.portal.example',
    'Accept: application/json',
    'Accept-Language: en-GB,en;q=0.9',
    `Cookie: __Host-portal-session=visitor-${n}`,
    'Origin: https://portal.example',
    'Referer: https://portal.example/',
    'Sec-Fetch-Dest: empty',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Site: same-site',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'X-Forwarded-For: 203.0.113.7',
    'X-Forwarded-Proto: https',
    `${requestUlidHeader}: ${newId()}`,
  ].join('\r\n');

const workspacePath = (n: number) => `/workspaces/${id('X', n)}`;

/** A change with its audit entry, and the activity page of a workspace. */
export const auditRequestKinds: readonly RequestKind[] = [
  post('createAuthToken', (n) => `${workspacePath(n)}/authTokens`, { name: 'Deploy', expiration: '48h' }),
  get('listWorkspaceAuditEntries', (n) => `${workspacePath(n)}/audit`),
];

/** The measured calls, by their names in the table of calls. `tokens` are API tokens of the visitors, in their order. */
export const requestKinds = (tokens: readonly string[]): RequestKind[] => [
  get('whoami', () => '/whoami'),
  {
    name: 'whoami by API token',
    writes: false,
    request: (n) => `GET /whoami HTTP/1.1\r\n${programHeaders(tokens[n - 1] ?? '')}\r\n\r\n`,
  },
  get('listWorkspaces', () => '/workspaces'),
  get('getWorkspace', workspacePath),
  get('listMembers', (n) => `/workspace/${id('X', n)}/members`),
  get('listAuthTokens', (n) => `${workspacePath(n)}/authTokens`),
  get('getAuthToken', (n) => `${workspacePath(n)}/authTokens/${id('Z', n * 1_000_000 + 1)}`),
  post('createWorkspace', () => '/workspaces/new', { displayName: 'Staging', instanceEnvType: 'SI' }),
  post('createAuthToken', (n) => `${workspacePath(n)}/authTokens`, { name: 'Deploy', expiration: '48h' }),
];
