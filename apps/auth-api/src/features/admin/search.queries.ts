import { canonicalEmail } from '@portal/contract';
import { Prisma } from '../../generated/prisma/client.ts';
import { singleRow } from '../../platform/db/single-row.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../request/call/services.ts';
import { isEmptyPreProvisionedUser } from '../workspaces/invitations/pre-provisioned-users.ts';
import { isAfterCursor, type RankedRow } from './ranked-rows.ts';

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

/** The forms of a search text that PostgreSQL matches. A form that is null or empty is skipped. */
interface SearchTerms {
  /** An id that the text contains. In that case nothing else is searched. */
  readonly id: string | null;
  /** A tsquery that matches the whole text as a name. */
  readonly whole: string | null;
  /** A tsquery that matches the beginnings of words. Null if a word contains punctuation. */
  readonly prefixes: string | null;
  /** LIKE patterns that match anywhere. */
  readonly patterns: readonly string[];
}

/** Where the function `search_words` of the `guards` migration splits a text into words. */
const punctuation = /[\s!-/:-@[-`{-~’·]/;
/** What a trigram index can look up. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/** Splits a search text; `folded` is the text in lower case without accents, as the database compares names. */
function searchTerms(text: string, folded: string): SearchTerms {
  const id = /\b[0-9A-HJKMNP-TV-Z]{26}\b/i.exec(text)?.[0].toUpperCase() ?? null;
  if (id !== null) return { id, whole: null, prefixes: null, patterns: [] };
  const foldedWords = splitWords(folded);
  const uniqueWords = [...new Set(foldedWords)];
  const substrings = [...new Set(splitWords(text))];
  return {
    id,
    whole: quoteLexeme(`=${foldedWords.join(' ')}`),
    prefixes: uniqueWords.some((word) => punctuation.test(word))
      ? null
      : uniqueWords.map((word) => `${quoteLexeme(word)}:*`).join(' & '),
    patterns: substrings.some((substring) => hasTrigram.test(substring)) ? substrings.map(containsPattern) : [],
  };
}

/** Splits at whitespace. The scheme and the trailing slashes of a URL are dropped, because every URL has them. */
function splitWords(text: string): string[] {
  let trimmed = text.replace(/^[a-z]+:\/\//i, '');
  while (trimmed.endsWith('/')) trimmed = trimmed.slice(0, -1);
  return trimmed.split(/\s+/).filter((word) => word !== '');
}

const quoteLexeme = (word: string) => `'${word.replace(/[\\']/g, '$&$&')}'`;
const containsPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
