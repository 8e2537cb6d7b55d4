/** What can be looked for. */
export type SearchedKind = 'users' | 'workspaces';

/**
 * $1 an id or null, $2 the whole text, $3 to $5 patterns: of a whole field, of how words begin, of parts of words; $6 and $7
 * the rank and the id of the last row before or null, $8 how many.
 */
const statement = (table: SearchedKind, known: string, text: string) => `
  SELECT rank, id FROM (
    SELECT t.id, CASE WHEN ${known} THEN 0 WHEN ${text} LIKE $3 THEN 1 WHEN ${text} LIKE ALL ($4::text[]) THEN 2 ELSE 3 END AS rank
    FROM ${table} t WHERE ${known} OR ${text} LIKE ALL ($5::text[])
  ) ranked
  WHERE $6::int IS NULL OR rank > $6::int OR (rank = $6::int AND id < $7::text)
  ORDER BY rank, id DESC LIMIT $8::int`;

const fields = (...columns: readonly string[]) =>
  `E'\\n ' || lower(concat_ws(E' \\n ', ${columns.join(', ')})) || E' \\n'`;

export const searched: Readonly<Record<SearchedKind, { name: string; text: string }>> = {
  users: {
    name: 'search-users',
    text: statement(
      'users',
      '(t.id = $1 OR t.auth0_id = $2 OR t.email = lower($2))',
      fields(`concat_ws(' ', t.first_name, t.last_name)`, 't.nickname', 't.email'),
    ),
  },
  workspaces: {
    name: 'search-workspaces',
    text: statement(
      'workspaces',
      '(t.id = $1 OR $2::text IS NULL)',
      fields(
        't.display_name',
        `CASE WHEN t.instance_env_type = 'PRIVATE' THEN split_part(t.instance_url, '://', 2) END`,
      ),
    ),
  },
};
