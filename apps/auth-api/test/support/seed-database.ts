import type { TestApi } from './api.ts';

/** The size of a seeded database. It has twice as many memberships as workspaces. */
export interface SeedSize {
  readonly users: number;
  readonly workspaces: number;
}

const firstNames =
  'Ada Grace Katherine Dorothy Mary Annie Barbara Hedy Radia Frances Joan Jean Betty Kathleen Marlyn Ruth Adele Alan ' +
  'Edsger Donald Ken Dennis Brian Bjarne Linus Tim Vint Robert John Claude Norbert Stephen Kurt Alonzo Haskell Niklaus ' +
  'Tony Robin Leslie Barbara José Zoë Søren Łukasz Jürgen François Anaïs Chloé Nuño Iñigo Małgorzata Þóra Åsa Øyvind';
const syllables = 'ka lo mi ra ten dor vel san bri gus hal jen ort pax quin rus sel tor und wic yar zel';
const firstWords =
  'Staging Payments Edge Billing Search Data Mobile Research Sandbox Playground Infra Team Demo Launch';
const lastWords = 'east west core lab lake mesh grid hub tools ops metrics gateway cluster platform';

const list = (words: string) => `string_to_array('${words}', ' ')`;
const pick = (words: string, index: string) => `(${list(words)})[1 + (${index}) % ${words.split(' ').length}]`;
/** A pseudo-random number that is the same in every run. */
const randomNumber = (salt: string) => `abs(hashint4(n) # hashtext('${salt}'))`;
const lastName = ['a', 'b', 'c'].map((salt) => pick(syllables, randomNumber(salt))).join(' || ');
const company = (salt: string) => `'company' || ${randomNumber(salt)} % 3000 || '.example'`;
/** The id of a seeded user (`A`), workspace (`W`), API token (`T`) or audit entry (`E`). */
const idOf = (letter: string, n: string) => `'01${letter}' || lpad((${n})::text, 23, '0')`;

/** The owner of the n-th workspace. */
const ownerOf = (n: string, { users }: SeedSize) => idOf('A', `1 + (${n} - 1) % ${users}`);

const statements = (size: SeedSize) => [
  `INSERT INTO users (id, auth0_id, email, email_verified, first_name, last_name, nickname, signed_up_at, created_at)
   SELECT ${idOf('A', 'n')}, 'auth0|' || n, lower(plain || '.' || last) || n || '@' || domain, n % 10 > 0,
     first, initcap(last), first || n % 100, at, at
   FROM (
     SELECT n, ${pick(firstNames, randomNumber('first'))} AS first, ${lastName} AS last,
       timestamptz '2024-01-01Z' + n * interval '5 minutes' AS at,
       CASE WHEN n % 2 = 0 THEN 'example.com' WHEN n % 5 = 0 THEN 'mail.example' ELSE ${company('home')} END AS domain
     FROM generate_series(1, ${size.users}) n
   ) names, LATERAL regexp_replace(first, '[^A-Za-z]', '', 'g') plain`,
  `INSERT INTO workspaces (id, display_name, instance_url, instance_env_type, creator_user_id, created_at, deleted_at)
   SELECT ${idOf('W', 'n')},
     CASE WHEN n <= ${size.users} THEN ${pick(firstNames, randomNumber('first'))} || n % 100 || '''s Production Workspace'
       ELSE ${pick(firstWords, randomNumber('one'))} || ' ' || ${pick(lastWords, randomNumber('two'))} || ' ' || n % 1000 END,
     CASE WHEN n % 5 = 0 THEN 'https://infra.' || ${company('host')} || '/' || n % 7 ELSE 'https://app.systeminit.com' END,
     CASE WHEN n % 5 = 0 THEN 'PRIVATE' ELSE 'SI' END::instance_env_type, ${ownerOf('n', size)},
     timestamptz '2024-01-01Z' + n * interval '90 seconds', CASE WHEN n % 50 = 0 THEN now() END
   FROM generate_series(1, ${size.workspaces}) n`,
  `INSERT INTO memberships (workspace_id, user_id, role)
   SELECT ${idOf('W', 'n')}, ${ownerOf('n', size)}, 'OWNER'::workspace_role FROM generate_series(1, ${size.workspaces}) n
   UNION ALL
   SELECT ${idOf('W', 'n')}, ${ownerOf('n + 7', size)}, 'EDITOR' FROM generate_series(1, ${size.workspaces}) n`,
  `UPDATE users SET quarantined_at = created_at WHERE id LIKE '%00'`,
  `UPDATE users SET suspended_at = created_at WHERE id LIKE '%50'`,
  `INSERT INTO auth_tokens (id, workspace_id, user_id, session_id, name, scopes, networks, expires_at)
   SELECT ${idOf('T', 'n')}, ${idOf('W', 'n')}, ${ownerOf('n', size)}, ${idOf('S', 'n')}, 'CI', ARRAY['workspace:read', 'members:read', 'tokens:read'], '{}', now() + interval '1 year'
   FROM generate_series(1, ${size.workspaces}, 3) n`,
  `INSERT INTO sessions (id_hash, id, user_id, expires_at)
   SELECT 'hash' || n, ${idOf('S', 'n')}, ${idOf('A', 'n')}, now() + interval '1 day' FROM generate_series(1, ${size.users}) n`,
  `INSERT INTO tos_agreements (user_id, version_id)
   SELECT ${idOf('A', 'n')}, '2024-09-25' FROM generate_series(1, ${size.users}) n`,
  `INSERT INTO audit_entries (id, action, actor_user_id, credential, workspace_id, request_id)
   SELECT ${idOf('E', 'n')}, 'updateWorkspace', ${ownerOf('n', size)}, 'session', ${idOf('W', 'n')}, 'seed'
   FROM generate_series(1, ${size.workspaces}) n`,
];

const tables = ['users', 'workspaces', 'memberships', 'auth_tokens', 'sessions', 'tos_agreements', 'audit_entries'];

/** Fills a database with users and workspaces that have realistic names. `asOwner` runs SQL as the owner of the database. */
export async function seedDatabase(asOwner: (sql: string) => Promise<unknown>, size: SeedSize): Promise<void> {
  // `replica` disables triggers, which is faster. The seed violates no invariant.
  for (const statement of statements(size)) await asOwner(`SET session_replication_role = replica; ${statement}`);
  for (const table of tables) await asOwner(`VACUUM ANALYZE ${table}`);
}

export interface ListLengths {
  /** Workspaces of the user. */
  readonly workspaces: number;
  /** Members of the workspace. */
  readonly members: number;
  /** API tokens of the workspace. */
  readonly tokens: number;
}

/**
 * SQL that gives a user and a workspace long lists. Run it with triggers disabled. The numbers of the rows start after
 * `offset`, so that several lists fit into one database. The ids sort after those of rows created now.
 */
export const longListStatements = (
  userId: string,
  workspaceId: string,
  { workspaces, members, tokens }: ListLengths,
  offset = 0,
): string[] => {
  const series = (count: number) => `generate_series(${offset + 1}, ${offset + count}) n`;
  return [
    `INSERT INTO workspaces (id, display_name, instance_url, instance_env_type, creator_user_id)
     SELECT ${idOf('Y', 'n')}, 'Number ' || n * 7919 % 1000003, 'https://app.systeminit.com',
       (enum_range(NULL::instance_env_type))[1 + n % 3], '${userId}'
     FROM ${series(workspaces)}`,
    `INSERT INTO memberships (workspace_id, user_id, role, is_favourite)
     SELECT ${idOf('Y', 'n')}, '${userId}', 'OWNER', n % 100 = 0 FROM ${series(workspaces)}`,
    `INSERT INTO users (id, auth0_id, email, email_verified, nickname)
     SELECT ${idOf('V', 'n')}, 'auth0|member' || n, n * 7919 % 1000003 || '@members.example', true, 'Ada'
     FROM ${series(members)}`,
    `INSERT INTO memberships (workspace_id, user_id, role)
     SELECT '${workspaceId}', ${idOf('V', 'n')}, 'EDITOR' FROM ${series(members)}`,
    `INSERT INTO auth_tokens (id, workspace_id, user_id, session_id, name, scopes, networks, expires_at)
     SELECT ${idOf('Y', 'n')}, '${workspaceId}', '${userId}', ${idOf('S', 'n')}, 'CI', ARRAY['workspace:read', 'members:read', 'tokens:read'], '{}', now() + interval '1 year'
     FROM ${series(tokens)}`,
  ];
};

/**
 * Drops the search indexes while `seed` fills their tables, and creates them again. Building an index at the end costs a
 * fraction of updating it row by row.
 */
export async function withoutSearchIndexes(api: TestApi, seed: () => Promise<unknown>): Promise<void> {
  const indexes = (await api.asOwner(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'public' AND indexdef LIKE '% USING gin %'`,
  )) as { name: string; definition: string }[];
  await api.asOwner(`DROP INDEX ${indexes.map(({ name }) => name).join(', ')}`);
  await seed();
  await api.asOwner(indexes.map(({ definition }) => definition).join('; '));
}
