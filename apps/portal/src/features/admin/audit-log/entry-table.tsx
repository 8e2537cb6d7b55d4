import type { AuditEntry } from '@portal/contract';
import { useState } from 'react';
import { auditColumns } from './audit-columns.tsx';
import { AuditEntryModal } from './audit-entry-modal.tsx';
import { PagedTable, type PagedTableProps } from '../paged-table.tsx';

export type EntryTableProps = Omit<PagedTableProps<AuditEntry>, 'columns' | 'rowKey'>;

/** Entries of the audit log in sentences, each with all that is known of it on demand. */
export function EntryTable(props: EntryTableProps) {
  const [opened, setOpened] = useState<AuditEntry>();
  return (
    <>
      <PagedTable {...props} columns={auditColumns(setOpened)} rowKey={({ id }) => id} />
      {opened && <AuditEntryModal entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
