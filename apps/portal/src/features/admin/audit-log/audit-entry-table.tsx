import type { AuditEntry } from '@portal/contract';
import { Badge, formatDateWithWeekday, IconButton, Timestamp, Truncate, type TableColumn } from '@portal/ui';
import { useState } from 'react';
import { PaginatedTable, type PaginatedTableProps } from '../components/paginated-table.tsx';
import { AuditEntryModal } from './audit-entry-modal.tsx';
import { AuditActorLink, auditActorName, describeEntry } from './audit-links.tsx';
import { credentialLabel } from './credential-labels.ts';

const columns = (onOpen: (entry: AuditEntry) => void): TableColumn<AuditEntry>[] => [
  {
    key: 'when',
    header: 'When',
    width: '8rem',
    cell: ({ occurredAt }) => (
      <span className="whitespace-nowrap">
        <Timestamp date={occurredAt} relative="disabled" size="time" showTime />
      </span>
    ),
  },
  {
    key: 'what',
    header: 'What happened',
    cell: (entry) => (
      <p className="py-1 wrap-anywhere">
        <AuditActorLink actor={entry.actor} /> <span>{describeEntry(entry)}</span>
        {entry.credential !== 'session' && (
          <span className="ml-2 inline-block align-middle">
            <Badge tone="info">{credentialLabel(entry)}</Badge>
          </span>
        )}
      </p>
    ),
  },
  {
    key: 'ip',
    header: 'IP address',
    width: '9rem',
    cell: ({ ip }) => (
      <Truncate translate="no" className="font-mono text-xs">
        {ip}
      </Truncate>
    ),
  },
  {
    key: 'details',
    header: 'Details',
    width: '5.5rem',
    align: 'right',
    cell: (entry) => (
      // In a narrow window the cell also shows its column header, so the button needs a wrapper.
      <span>
        <IconButton
          icon="info"
          label={`Details of the action by ${auditActorName(entry.actor)}`}
          onClick={() => onOpen(entry)}
        />
      </span>
    ),
  },
];

/** The local day. */
const dayOf = ({ occurredAt }: AuditEntry) => formatDateWithWeekday(new Date(occurredAt));

export type AuditEntryTableProps = Omit<PaginatedTableProps<AuditEntry>, 'columns' | 'rowKey' | 'groupOf'>;

export function AuditEntryTable(props: AuditEntryTableProps) {
  const [openEntry, setOpenEntry] = useState<AuditEntry>();
  return (
    <>
      <PaginatedTable {...props} columns={columns(setOpenEntry)} rowKey={({ id }) => id} groupOf={dayOf} />
      {openEntry && <AuditEntryModal entry={openEntry} onClose={() => setOpenEntry(undefined)} />}
    </>
  );
}
