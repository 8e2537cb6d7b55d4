import { SearchBox, VisuallyHidden } from '@portal/ui';
import { startTransition, useMemo, useState } from 'react';

/** So few need no search. */
const surveyable = 20;

export interface ListSearchOptions<Row> {
  /** What the list is of. */
  what: string;
  /** What a row is found by. */
  textOf: (row: Row) => string;
  /** Nothing is counted before all of it is here. */
  isWhole: boolean;
  /** What was looked for before. */
  begin?: string | undefined;
}

/** What is looked for in a list that is here, the rows that have it, and the box to type it into, where there are many. */
export function useListSearch<Row>(
  rows: readonly Row[],
  { what, textOf, isWhole, begin = '' }: ListSearchOptions<Row>,
) {
  const [search, setSearch] = useState(begin);
  const part = search.trim().toLowerCase();
  const found = useMemo(
    () => (part === '' ? rows : rows.filter((row) => textOf(row).toLowerCase().includes(part))),
    [rows, part, textOf],
  );
  return {
    search,
    found,
    box: rows.length > surveyable && (
      <>
        <SearchBox
          label={`Search ${what}`}
          placeholder={`Search ${what}...`}
          value={begin}
          // The next key does not wait for a long table.
          onSearch={(text) => startTransition(() => setSearch(text))}
          className="w-64"
        />
        <VisuallyHidden>
          <span role="status">{isWhole && part !== '' && `${found.length} of ${rows.length} found`}</span>
        </VisuallyHidden>
      </>
    ),
  };
}
