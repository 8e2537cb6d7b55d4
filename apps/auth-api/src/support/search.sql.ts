import { Prisma } from '../generated/prisma/client.ts';
import { isEmptyPlaceholder } from '../users/empty-placeholder.ts';
import { isBehind } from './ranked.ts';
import type { SearchTerms } from './search-terms.ts';

/** What can be looked for. */
export type SearchedKind = 'users' | 'workspaces';

/** Of more that match equally well, which is no search any more, only so many are read. */
const maxCandidates = 1_000;

/**
 * Returns a text as names are compared. For the rest of the transaction PostgreSQL has to use the indexes: it would rather read
 * a whole table until it found enough, without knowing whether it finds any.
 */
export const beginSearch = (text: string) => Prisma.sql`
  SELECT folded(${text}) AS folded, set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
    set_config('jit', 'off', true)`;

interface Searched {
  readonly table: Prisma.Sql;
  readonly isKnown: (id: string | null, text: string) => Prisma.Sql;
  readonly words: Prisma.Sql;
  readonly text: Prisma.Sql;
  readonly isShown: Prisma.Sql;
}

const searched: Readonly<Record<SearchedKind, Searched>> = {
  users: {
    table: Prisma.sql`users`,
    isKnown: (id, text) => Prisma.sql`(id = ${id} OR auth0_id = ${text} OR email = lower(${text}))`,
    words: Prisma.sql`user_words(first_name, last_name, nickname, email)`,
    text: Prisma.sql`user_text(first_name, last_name, nickname, email)`,
    isShown: Prisma.sql`NOT ${isEmptyPlaceholder}`,
  },
  workspaces: {
    table: Prisma.sql`workspaces`,
    isKnown: (id) => Prisma.sql`id = ${id}`,
    words: Prisma.sql`workspace_words(display_name, instance_env_type, instance_url)`,
    text: Prisma.sql`workspace_text(display_name, instance_env_type, instance_url)`,
    isShown: Prisma.sql`true`,
  },
};

interface Page {
  readonly after: string | undefined;
  readonly limit: number;
}

/**
 * Ranks what is known by an id, an identity or an address (0), what has the text as a whole name (1), whose words begin as it
 * says (2), and what has all of its parts anywhere (3). What ranks behind a list that is cut is not looked for.
 */
export function searchStatement(
  kind: SearchedKind,
  text: string,
  terms: SearchTerms,
  { after, limit }: Page,
): Prisma.Sql {
  const { table, isKnown, words, text: wholeText, isShown } = searched[kind];
  const candidates = (name: string, condition: Prisma.Sql) => Prisma.sql`
    ${Prisma.raw(name)} AS MATERIALIZED (
      SELECT id FROM ${table} WHERE ${condition} AND ${isShown} LIMIT ${maxCandidates}::int + 1)`;
  const isNotCut = (name: string) => Prisma.sql`(SELECT count(*) FROM ${Prisma.raw(name)}) <= ${maxCandidates}::int`;
  const parts = terms.parts.map((pattern) => Prisma.sql`${wholeText} LIKE lower(${pattern})`);
  const hasAllParts = Prisma.join(parts.length > 0 ? parts : [Prisma.sql`false`], ' AND ');
  return Prisma.sql`
    WITH ${candidates('known', isKnown(terms.id, text))},
      ${candidates('whole', Prisma.sql`${words} @@ ${terms.whole}::tsquery`)},
      ${candidates('begun', Prisma.sql`${words} @@ ${terms.begun}::tsquery AND ${isNotCut('whole')}`)},
      ${candidates('parts', Prisma.sql`${hasAllParts} AND ${isNotCut('whole')} AND ${isNotCut('begun')}`)},
      best AS (
        SELECT id, min(rank) AS rank FROM (
          SELECT id, 0 AS rank FROM known UNION ALL SELECT id, 1 FROM whole
          UNION ALL SELECT id, 2 FROM begun UNION ALL SELECT id, 3 FROM parts
        ) candidate GROUP BY id
      )
    SELECT rank, id, NOT (${isNotCut('whole')} AND ${isNotCut('begun')} AND ${isNotCut('parts')}) AS "isCut"
    FROM best
    WHERE ${isBehind(after)} ORDER BY rank, id DESC LIMIT ${limit}::int`;
}
