import { foldText } from '@portal/contract';
import type { PaletteEntry } from './palette-entries.tsx';

/** More results are not shown: the user types another letter. */
const maxResults = 50;

const kindRanks: Record<PaletteEntry['kind'], number> = { workspace: 0, command: 1, 'workspace page': 2 };

interface Searchable {
  readonly entry: PaletteEntry;
  readonly label: string;
  readonly words: readonly string[];
}

const toSearchable = (entry: PaletteEntry): Searchable => {
  const label = foldText(entry.label);
  return { entry, label, words: `${label} ${entry.keywords ?? ''}`.split(/[\s›]+/) };
};

/** Prepares entries for `matchEntries`. */
export const indexEntries = (entries: readonly PaletteEntry[]) => entries.map(toSearchable);

/** 0 if the label starts with the query, 1 if words of the entry start with its words, 2 if they contain them. */
function rankOf({ label, words }: Searchable, query: string, terms: readonly string[]): number | undefined {
  if (label.startsWith(query)) return 0;
  if (terms.every((term) => words.some((word) => word.startsWith(term)))) return 1;
  return terms.every((term) => words.some((word) => word.includes(term))) ? 2 : undefined;
}

/** The entries that contain all words of a query, the best first. Without a query, the suggestions in their order. */
export function matchEntries(index: readonly Searchable[], typed: string): PaletteEntry[] {
  const query = foldText(typed.trim());
  if (query === '') {
    const suggested = index.filter(({ entry }) => entry.isSuggested);
    return suggested.slice(0, maxResults).map(({ entry }) => entry);
  }
  const terms = query.split(/\s+/);
  return index
    .flatMap((searchable) => {
      const rank = rankOf(searchable, query, terms);
      return rank === undefined ? [] : [{ entry: searchable.entry, rank: 3 * rank + kindRanks[searchable.entry.kind] }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxResults)
    .map(({ entry }) => entry);
}

/**
 * The results for the same query after more workspaces loaded: the rows that are shown keep their places, and new ones follow, so
 * that the highlighted row does not change.
 */
export function mergeResults(shown: readonly PaletteEntry[], results: readonly PaletteEntry[]): PaletteEntry[] {
  const byId = new Map(results.map((entry) => [entry.id, entry]));
  const kept = shown.flatMap(({ id }) => byId.get(id) ?? []);
  const keptIds = new Set(kept.map(({ id }) => id));
  return [...kept, ...results.filter(({ id }) => !keptIds.has(id))];
}
