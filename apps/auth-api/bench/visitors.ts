import { requestIdHeader } from '@portal/contract';
import { newId } from '../src/new-id.ts';
import type { Crowd } from '../test/search/seed.ts';

/** How many people make requests, and how large the lists are that they get. */
export interface Visits {
  readonly visitors: number;
  readonly workspacesEach: number;
  readonly tokensEach: number;
}

const idOf = (letter: string, n: string) => `'01${letter}' || lpad((${n})::text, 23, '0')`;
const everybody = ({ visitors }: Visits) => `generate_series(1, ${visitors}) n`;

/** Adds people of whom the bench knows the cookies: each owns a workspace with tokens, and is an editor in some of the crowd's. */
export function visitorStatements(visits: Visits, { workspaces }: Crowd, tosVersionId: string): string[] {
  // One in fifty of the crowd's is deleted: each of theirs is another one before the fiftieth.
  const shared = `((n * 7919 + k * 104729) % ${Math.floor(workspaces / 50)}) * 50 + 1 + k % 49`;
  return [
    `INSERT INTO users (id, auth0_id, email, email_verified, first_name, last_name, nickname, tos_version_id, signed_up_at)
     SELECT ${idOf('B', 'n')}, 'auth0|visitor' || n, 'visitor' || n || '@visitors.example', true, 'Ada', 'Visitor',
       'Ada', '${tosVersionId}', now() FROM ${everybody(visits)}`,
    `INSERT INTO sessions (id_hash, user_id, expires_at)
     SELECT translate(rtrim(encode(sha256(('visitor-' || n)::bytea), 'base64'), '='), '+/', '-_'), ${idOf('B', 'n')},
       now() + interval '1 day' FROM ${everybody(visits)}`,
    `INSERT INTO workspaces (id, display_name, instance_url, instance_env_type, creator_user_id)
     SELECT ${idOf('X', 'n')}, 'Visitor ' || n, 'https://app.systeminit.com', 'SI', ${idOf('B', 'n')}
     FROM ${everybody(visits)}`,
    `INSERT INTO memberships (workspace_id, user_id, role)
     SELECT ${idOf('X', 'n')}, ${idOf('B', 'n')}, 'OWNER'::workspace_role FROM ${everybody(visits)}
     UNION SELECT ${idOf('W', shared)}, ${idOf('B', 'n')}, 'EDITOR'::workspace_role
     FROM ${everybody(visits)}, generate_series(1, ${visits.workspacesEach - 1}) k`,
    `INSERT INTO auth_tokens (id, workspace_id, creator_user_id, name, expires_at)
     SELECT ${idOf('Z', `n * 1000000 + k`)}, ${idOf('X', 'n')}, ${idOf('B', 'n')}, 'CI', now() + interval '1 year'
     FROM ${everybody(visits)}, generate_series(1, ${visits.tokensEach}) k`,
  ];
}

/** One kind of request, as the bytes that somebody's browser would send. */
export interface Visit {
  readonly name: string;
  /** What it writes makes the next one find more. */
  readonly writes: boolean;
  readonly request: (visitor: number) => string;
}

/** The id of a row of the seed. */
export const id = (letter: string, n: number) => `01${letter}${String(n).padStart(23, '0')}`;

/** A request for data. */
export const get = (name: string, path: (visitor: number) => string): Visit => ({
  name,
  writes: false,
  request: (n) => `GET ${path(n)} HTTP/1.1\r\n${headers(n)}\r\n\r\n`,
});

const post = (name: string, path: (visitor: number) => string, body: object): Visit => ({
  name,
  writes: true,
  request(n) {
    const text = JSON.stringify({ ...body, requestUlid: newId() });
    const ofBody = `Content-Type: application/json\r\nContent-Length: ${text.length}`;
    return `POST ${path(n)} HTTP/1.1\r\n${headers(n)}\r\n${ofBody}\r\n\r\n${text}`;
  },
});

/** What Chromium sends with a request of the portal, through the proxy. */
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
    `${requestIdHeader}: ${newId()}`,
  ].join('\r\n');

const own = (n: number) => `/workspaces/${id('X', n)}`;

/** What is measured, by the names of the table of calls. */
export const visits: readonly Visit[] = [
  get('whoami', () => '/whoami'),
  get('listWorkspaces', () => '/workspaces'),
  get('getWorkspace', own),
  get('listMembers', (n) => `/workspace/${id('X', n)}/members`),
  get('listAuthTokens', (n) => `${own(n)}/authTokens`),
  get('getAuthToken', (n) => `${own(n)}/authTokens/${id('Z', n * 1_000_000 + 1)}`),
  post('createWorkspace', () => '/workspaces/new', { displayName: 'Staging', instanceEnvType: 'SI' }),
  post('createAuthToken', (n) => `${own(n)}/authTokens`, { name: 'Deploy', expiration: '48h' }),
];
