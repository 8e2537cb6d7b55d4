import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuditEntries } from './audit-entries.tsx';
import { searchOf, Selection, valuesIn, type FilterValues } from './audit-filter-values.ts';
import { AuditFilters } from './audit-filters.tsx';

/** The audit log as its filters, which stand in the address, select it. */
export function AuditLog() {
  const [search, setSearch] = useSearchParams();
  const [asked, setAsked] = useState(0);
  const values = valuesIn(search);
  const selection = Selection.safeParse(values);
  const apply = (wanted: Partial<FilterValues>) => {
    const next = { section: search.get('section') ?? '', ...searchOf(wanted) };
    // What is asked for again is read again, and is no step of its own for the way back.
    const isRepeat = new URLSearchParams(next).toString() === search.toString();
    if (isRepeat) setAsked(asked + 1);
    else setSearch(next);
  };
  return (
    <>
      <AuditFilters values={values} onApply={apply} />
      {selection.success && <AuditEntries key={asked} selection={selection.data} onClear={() => apply({})} />}
    </>
  );
}
