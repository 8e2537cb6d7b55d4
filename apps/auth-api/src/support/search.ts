import type { Work } from '../http/transaction.ts';
import type { RankedRow } from './ranked.ts';
import { searchTerms } from './search-terms.ts';
import { beginSearch, searchStatement, type SearchedKind } from './search.sql.ts';

interface Page {
  readonly after: string | undefined;
  readonly limit: number;
}

interface FoundRow extends RankedRow {
  /** Whether more matched equally well than are ranked. */
  readonly isCut: boolean;
}

/** Finds people or workspaces by a text, the best matches first and of equal ones the newest first. */
export async function search(kind: SearchedKind, text: string, page: Page, { db }: Work): Promise<FoundRow[]> {
  const [begun] = await db.$queryRaw<{ folded: string }[]>(beginSearch(text));
  const terms = searchTerms(text, begun?.folded ?? text);
  return db.$queryRaw<FoundRow[]>(searchStatement(kind, text, terms, page));
}
