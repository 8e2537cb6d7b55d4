import { canonicalEmail } from '@portal/contract';
import { singleRow } from '../../platform/db/single-row.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Services } from '../../request/call/services.ts';
import { isEmptyPreProvisionedUser } from '../workspaces/invitations/pre-provisioned-users.ts';
import { isAfterCursor, type RankedRow } from './ranked-rows.ts';
import { searchTerms, type SearchTerms } from './search-terms.ts';

// The staff search, see docs/decisions/0015-staff-search.md.

export type SearchTarget = 'users' | 'workspaces';

/** How many rows of one rank are read. A text that matches more is too general to be a search. */
const maxCandidates = 1_000;

interface Page {
  readonly after: string | undefined;
  readonly limit: number;
}

interface MatchRow extends RankedRow {
  /** Whether more rows match than `maxCandidates`, so the results are incomplete. */
  readonly isTruncated: boolean;
}

/** Finds users or workspaces by a text: best matches first, newest first among equal ones. */
export function search(
  target: SearchTarget,
  text: string,
  page: Page,
  { readDb }: Pick<Services, 'readDb'>,
): Promise<MatchRow[]> {
  return inTransaction({ db: readDb }, async ({ db }) => {
    const { folded } = singleRow(await db.$queryRaw<{ folded: string }[]>(prepareSearch(text)));
    return db.$queryRaw<MatchRow[]>(searchStatement(target, text, searchTerms(text, folded), page));
  });
}

/**
 * Folds the search text as names are folded, and makes PostgreSQL use the text indexes for the rest of the transaction.
 * Otherwise it reads the whole table until it has enough rows, which takes longest when nothing matches.
 */
export const prepareSearch = (text: string) => Prisma.sql`
  SELECT folded(${text}) AS folded, set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
    set_config('jit', 'off', true)`;

interface SearchColumns {
  readonly table: Prisma.Sql;
  /** Matches an id or another unique key. */
  readonly hasKey: (id: string | null, text: string) => Prisma.Sql;
  readonly words: Prisma.Sql;
  readonly text: Prisma.Sql;
  readonly isVisible: Prisma.Sql;
}

const searchColumns: Readonly<Record<SearchTarget, SearchColumns>> = {
  users: {
    table: Prisma.sql`users`,
    hasKey: (id, text) => Prisma.sql`(id = ${id} OR auth0_id = ${text} OR email = ${canonicalEmail(text)})`,
    words: Prisma.sql`user_words(first_name, last_name, nickname, email)`,
    text: Prisma.sql`user_text(first_name, last_name, nickname, email)`,
    isVisible: Prisma.sql`NOT ${isEmptyPreProvisionedUser}`,
  },
  workspaces: {
    table: Prisma.sql`workspaces`,
    hasKey: (id) => Prisma.sql`id = ${id}`,
    words: Prisma.sql`workspace_words(display_name, instance_env_type, instance_url)`,
    text: Prisma.sql`workspace_text(display_name, instance_env_type, instance_url)`,
    isVisible: Prisma.sql`true`,
  },
};

/**
 * Ranks the matches: by id, identity or email address (0), by the whole name (1), by the beginnings of words (2), by any part
 * of the text (3). A rank with too many candidates ends the search: lower ranks are skipped.
 */
export function searchStatement(
  target: SearchTarget,
  text: string,
  terms: SearchTerms,
  { after, limit }: Page,
): Prisma.Sql {
  const { table, hasKey, words, text: wholeText, isVisible } = searchColumns[target];
  const candidates = (name: string, condition: Prisma.Sql) => Prisma.sql`
    ${Prisma.raw(name)} AS MATERIALIZED (
      SELECT id FROM ${table} WHERE ${condition} AND ${isVisible} LIMIT ${maxCandidates}::int + 1)`;
  const isComplete = (name: string) => Prisma.sql`(SELECT count(*) FROM ${Prisma.raw(name)}) <= ${maxCandidates}::int`;
  const patterns = terms.patterns.map((pattern) => Prisma.sql`${wholeText} LIKE lower(${pattern})`);
  const hasAllParts = Prisma.join(patterns.length > 0 ? patterns : [Prisma.sql`false`], ' AND ');
  return Prisma.sql`
    WITH ${candidates('by_key', hasKey(terms.id, text))},
      ${candidates('by_name', Prisma.sql`${words} @@ ${terms.whole}::tsquery`)},
      ${candidates('by_prefix', Prisma.sql`${words} @@ ${terms.prefixes}::tsquery AND ${isComplete('by_name')}`)},
      ${candidates('by_part', Prisma.sql`${hasAllParts} AND ${isComplete('by_name')} AND ${isComplete('by_prefix')}`)},
      best AS (
        SELECT id, min(rank) AS rank FROM (
          SELECT id, 0 AS rank FROM by_key UNION ALL SELECT id, 1 FROM by_name
          UNION ALL SELECT id, 2 FROM by_prefix UNION ALL SELECT id, 3 FROM by_part
        ) candidate GROUP BY id
      )
    SELECT rank, id,
      NOT (${isComplete('by_name')} AND ${isComplete('by_prefix')} AND ${isComplete('by_part')}) AS "isTruncated"
    FROM best
    WHERE ${isAfterCursor(after)} ORDER BY rank, id DESC LIMIT ${limit}::int`;
}
