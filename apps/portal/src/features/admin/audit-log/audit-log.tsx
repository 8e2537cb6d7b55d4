import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuditEntries } from './audit-entries.tsx';
import { filtersToSearch, auditFilterSchema, filtersFromSearch, type FilterValues } from './audit-filter-values.ts';
import { AuditFilters } from './audit-filters.tsx';

/** The filters are in the URL, so that a selection can be shared and reloaded. */
export function AuditLog() {
  const [searchParams, setSearchParams] = useSearchParams();
  const [runCount, setRunCount] = useState(0);
  const values = filtersFromSearch(searchParams);
  const selection = auditFilterSchema.safeParse(values);
  const apply = (filters: Partial<FilterValues>) => {
    const next = { section: searchParams.get('section') ?? '', ...filtersToSearch(filters) };
    // The same filters again reload the entries without a new history entry.
    const isUnchanged = new URLSearchParams(next).toString() === searchParams.toString();
    if (isUnchanged) setRunCount(runCount + 1);
    else setSearchParams(next);
  };
  return (
    <>
      <AuditFilters values={values} onApply={apply} />
      {selection.success && <AuditEntries key={runCount} selection={selection.data} onClear={() => apply({})} />}
    </>
  );
}
