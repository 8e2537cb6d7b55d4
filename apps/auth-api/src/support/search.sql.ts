import type { NamedStatement } from '../database/named-statement.ts';
import { isEmptyPlaceholder } from '../users/empty-placeholder.ts';

/** What can be looked for. */
export type SearchedKind = 'users' | 'workspaces';

/** Of more that match equally well, which is no search any more, only so many are read. */
export const mostCandidates = 1_000;

/**
 * $1 the text; tells it as names are compared. For the rest of the transaction PostgreSQL has to use the indexes: it would
 * rather read a whole table until it found enough, without knowing whether it finds any.
 */
export const beginSearch: NamedStatement = {
  name: 'begin-search',
  plansDiffer: true,
  text: `
    SELECT folded($1) AS folded, set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('jit', 'off', true)`,
};

const searched = {
  users: {
    known: '(id = $1 OR auth0_id = $2 OR email = lower($2))',
    words: 'user_words(first_name, last_name, nickname, email)',
    text: 'user_text(first_name, last_name, nickname, email)',
    isShown: `NOT ${isEmptyPlaceholder}`,
  },
  workspaces: {
    known: '(id = $1 AND $2::text IS NOT NULL)',
    words: 'workspace_words(display_name, instance_env_type, instance_url)',
    text: 'workspace_text(display_name, instance_env_type, instance_url)',
    isShown: 'true',
  },
};

const firstPattern = 9;

/** What ranks behind a list that is cut need not be looked for. */
const isNotCut = (candidates: string) => `(SELECT count(*) FROM ${candidates}) <= $8::int`;

/**
 * Ranks what is known by $1 an id or $2 the text, what has $3 as a whole name, whose words begin as $4 says, and what has
 * all the patterns, which are $9 and the following; $3 and $4 may be null. $5 and $6 are the rank and the id of the last row
 * before or null, $7 how many, $8 how many candidates of each rank.
 */
export function searchStatement(kind: SearchedKind, patterns: number): NamedStatement {
  const { known, words, text, isShown } = searched[kind];
  const parts =
    patterns === 0
      ? ['false']
      : Array.from({ length: patterns }, (_, at) => `${text} LIKE lower($${firstPattern + at})`);
  const candidates = (name: string, condition: string) =>
    `${name} AS MATERIALIZED (SELECT id FROM ${kind} WHERE ${condition} AND ${isShown} LIMIT $8::int + 1)`;
  return {
    name: `search-${kind}-by-${patterns}`,
    plansDiffer: true,
    text: `
      WITH ${candidates('known', known)},
        ${candidates('whole', `${words} @@ $3::tsquery`)},
        ${candidates('begun', `${words} @@ $4::tsquery AND ${isNotCut('whole')}`)},
        ${candidates('parts', [...parts, isNotCut('whole'), isNotCut('begun')].join(' AND '))},
        best AS (
          SELECT id, min(rank) AS rank FROM (
            SELECT id, 0 AS rank FROM known UNION ALL SELECT id, 1 FROM whole
            UNION ALL SELECT id, 2 FROM begun UNION ALL SELECT id, 3 FROM parts
          ) candidate GROUP BY id
        )
      SELECT rank, id, NOT (${['whole', 'begun', 'parts'].map(isNotCut).join(' AND ')}) AS "isCut"
      FROM best
      WHERE $5::int IS NULL OR rank > $5::int OR (rank = $5::int AND id < $6::text)
      ORDER BY rank, id DESC LIMIT $7::int`,
  };
}
