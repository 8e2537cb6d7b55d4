/** How much there is to search in. */
export interface Crowd {
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
const pick = (words: string, by: string) => `(${list(words)})[1 + (${by}) % ${words.split(' ').length}]`;
/** A number that looks like chance and is always the same. */
const chance = (salt: string) => `abs(hashint4(n) # hashtext('${salt}'))`;
const lastName = ['a', 'b', 'c'].map((salt) => pick(syllables, chance(salt))).join(' || ');
const company = (salt: string) => `'company' || ${chance(salt)} % 3000 || '.example'`;
/** An id of the crowd: of a person `A`, a workspace `W`, a token `T`, a line of the log `E`. */
const idOf = (letter: string, n: string) => `'01${letter}' || lpad((${n})::text, 23, '0')`;

/** Who of the crowd owns the workspace of a number. */
const ownerOf = (n: string, { users }: Crowd) => idOf('A', `1 + (${n} - 1) % ${users}`);

const statements = (crowd: Crowd) => [
  `INSERT INTO users (id, auth0_id, email, email_verified, first_name, last_name, nickname, signed_up_at, created_at)
   SELECT ${idOf('A', 'n')}, 'auth0|' || n, lower(plain || '.' || last) || n || '@' || domain, n % 10 > 0,
     first, initcap(last), first || n % 100, at, at
   FROM (
     SELECT n, ${pick(firstNames, chance('first'))} AS first, ${lastName} AS last,
       timestamptz '2024-01-01Z' + n * interval '5 minutes' AS at,
       CASE WHEN n % 2 = 0 THEN 'example.com' WHEN n % 5 = 0 THEN 'mail.example' ELSE ${company('home')} END AS domain
     FROM generate_series(1, ${crowd.users}) n
   ) person, LATERAL regexp_replace(first, '[^A-Za-z]', '', 'g') plain`,
  `INSERT INTO workspaces (id, display_name, instance_url, instance_env_type, creator_user_id, created_at, deleted_at)
   SELECT ${idOf('W', 'n')},
     CASE WHEN n <= ${crowd.users} THEN ${pick(firstNames, chance('first'))} || n % 100 || '''s Production Workspace'
       ELSE ${pick(firstWords, chance('one'))} || ' ' || ${pick(lastWords, chance('two'))} || ' ' || n % 1000 END,
     CASE WHEN n % 5 = 0 THEN 'https://infra.' || ${company('host')} || '/' || n % 7 ELSE 'https://app.systeminit.com' END,
     CASE WHEN n % 5 = 0 THEN 'PRIVATE' ELSE 'SI' END::instance_env_type, ${ownerOf('n', crowd)},
     timestamptz '2024-01-01Z' + n * interval '90 seconds', CASE WHEN n % 50 = 0 THEN now() END
   FROM generate_series(1, ${crowd.workspaces}) n`,
  `INSERT INTO memberships (workspace_id, user_id, role)
   SELECT ${idOf('W', 'n')}, ${ownerOf('n', crowd)}, 'OWNER'::workspace_role FROM generate_series(1, ${crowd.workspaces}) n
   UNION ALL
   SELECT ${idOf('W', 'n')}, ${ownerOf('n + 7', crowd)}, 'EDITOR' FROM generate_series(1, ${crowd.workspaces}) n`,
  `UPDATE users SET quarantined_at = created_at WHERE id LIKE '%00'`,
  `UPDATE users SET suspended_at = created_at WHERE id LIKE '%50'`,
  `INSERT INTO auth_tokens (id, workspace_id, creator_user_id, name, expires_at)
   SELECT ${idOf('T', 'n')}, ${idOf('W', 'n')}, ${ownerOf('n', crowd)}, 'CI', now() + interval '1 year'
   FROM generate_series(1, ${crowd.workspaces}, 3) n`,
  `INSERT INTO sessions (id_hash, user_id, expires_at)
   SELECT 'hash' || n, ${idOf('A', 'n')}, now() + interval '1 day' FROM generate_series(1, ${crowd.users}) n`,
  `INSERT INTO tos_agreements (user_id, version_id)
   SELECT ${idOf('A', 'n')}, '2024-09-25' FROM generate_series(1, ${crowd.users}) n`,
  `INSERT INTO audit_entries (id, action, actor_user_id, credential, workspace_id, request_id)
   SELECT ${idOf('E', 'n')}, 'updateWorkspace', ${ownerOf('n', crowd)}, 'session', ${idOf('W', 'n')}, 'seed'
   FROM generate_series(1, ${crowd.workspaces}) n`,
];

const tables = ['users', 'workspaces', 'memberships', 'auth_tokens', 'sessions', 'tos_agreements', 'audit_entries'];

/** Fills a database with people and workspaces as real ones would be called, by its owner's hand. */
export async function seedCrowd(asOwner: (sql: string) => Promise<unknown>, crowd: Crowd): Promise<void> {
  // Without the triggers, which is faster; there are no rules to break.
  for (const statement of statements(crowd)) await asOwner(`SET session_replication_role = replica; ${statement}`);
  for (const table of tables) await asOwner(`VACUUM ANALYZE ${table}`);
}
