import { foldText } from '@portal/contract';
import { SearchBox, VisuallyHidden } from '@portal/ui';
import { startTransition, useMemo, useState } from 'react';
import { hasSearchShortcut } from '../lib/search-shortcut.ts';

/** Lists with more rows have a search box. */
const defaultThreshold = 20;

export interface ListSearchOptions<Row> {
  /** The name of the list, such as "members". */
  listName: string;
  /** The text of a row that the search matches. */
  textOf: (row: Row) => string;
  /** Whether all pages are loaded. The number of matches is announced only then. */
  isComplete: boolean;
  initialSearch?: string | undefined;
  /** A list with more rows has a search box. Default: 20. */
  searchThreshold?: number | undefined;
}

/** Searches a list in the browser. Returns the matching rows, and the search box if the list is long. */
export function useListSearch<Row>(
  rows: readonly Row[],
  { listName, textOf, isComplete, initialSearch = '', searchThreshold = defaultThreshold }: ListSearchOptions<Row>,
) {
  const [search, setSearch] = useState(initialSearch);
  const query = foldText(search.trim());
  const matches = useMemo(
    () => (query === '' ? rows : rows.filter((row) => foldText(textOf(row)).includes(query))),
    [rows, query, textOf],
  );
  return {
    search,
    matches,
    searchBox: rows.length > searchThreshold && (
      <>
        <SearchBox
          label={`Search ${listName}`}
          placeholder={`Search ${listName}...`}
          value={initialSearch}
          // A transition, so that typing does not wait until a long table is rendered.
          onSearch={(text) => startTransition(() => setSearch(text))}
          hasShortcut={hasSearchShortcut()}
          className="w-64"
        />
        <VisuallyHidden>
          <span role="status">{isComplete && query !== '' && `${matches.length} of ${rows.length} found`}</span>
        </VisuallyHidden>
      </>
    ),
  };
}
