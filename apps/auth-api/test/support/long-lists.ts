/** How long the lists are: of one person's workspaces, of one workspace's members and of its API tokens. */
export interface Lengths {
  readonly workspaces: number;
  readonly members: number;
  readonly tokens: number;
}

/** Ids of now hold the time, and lie before these. */
const idOf = (letter: string, n: string) => `'01${letter}' || lpad((${n})::text, 23, '0')`;

/**
 * Adds to a database whose triggers are off what one person owns, and to one workspace its members and tokens. Their numbers
 * begin after `offset`, which keeps several such lists apart.
 */
export const longLists = (
  userId: string,
  workspaceId: string,
  { workspaces, members, tokens }: Lengths,
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
    `INSERT INTO auth_tokens (id, workspace_id, creator_user_id, name, expires_at)
     SELECT ${idOf('Y', 'n')}, '${workspaceId}', '${userId}', 'CI', now() + interval '1 year'
     FROM ${series(tokens)}`,
  ];
};
