import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuditEntries } from './audit-entries.tsx';
import { filtersToSearch, auditFilterSchema, filtersFromSearch, type FilterValues } from './audit-filter-values.ts';
import { AuditFilters } from './audit-filters.tsx';

/** The filters are in the URL, so that they can be shared and reloaded. */
export function AuditLog() {
  const [searchParams, setSearchParams] = useSearchParams();
  const [runCount, setRunCount] = useState(0);
  const values = filtersFromSearch(searchParams);
  const query = auditFilterSchema.safeParse(values);
  const apply = (nextValues: Partial<FilterValues>) => {
    const next = { section: searchParams.get('section') ?? '', ...filtersToSearch(nextValues) };
    // The same filters again reload the entries without a new history entry.
    const isUnchanged = new URLSearchParams(next).toString() === searchParams.toString();
    if (isUnchanged) setRunCount(runCount + 1);
    else setSearchParams(next);
  };
  return (
    <>
      <AuditFilters values={values} onApply={apply} />
      {query.success && <AuditEntries key={runCount} filters={query.data} onClear={() => apply({})} />}
    </>
  );
}
