import type { AuditEntry } from '@portal/contract';
import { Badge, IconButton, Timestamp, Truncate, type TableColumn } from '@portal/ui';
import { sentenceOf } from './acts.ts';
import { Person, nameInLog } from './audit-names.tsx';
import { credentialName } from './credentials.ts';

/** The log as a table; `onOpen` shows all that is known of an entry. */
export const auditColumns = (onOpen: (entry: AuditEntry) => void): TableColumn<AuditEntry>[] => [
  {
    key: 'when',
    header: 'When',
    width: '13.5rem',
    cell: ({ occurredAt }) => <Timestamp date={occurredAt} relative="disabled" size="mini" showTime />,
  },
  {
    key: 'what',
    header: 'What Happened',
    cell: (entry) => (
      <p className="py-1 wrap-anywhere">
        <Person {...entry.actor} /> {sentenceOf(entry)}
        {entry.credential !== 'session' && (
          <span className="ml-2 inline-block align-middle">
            <Badge tone="info">{credentialName(entry.credential)}</Badge>
          </span>
        )}
      </p>
    ),
  },
  {
    key: 'from',
    header: 'From',
    width: '9rem',
    cell: ({ ip }) => <Truncate className="font-mono text-xs">{ip}</Truncate>,
  },
  {
    key: 'details',
    header: 'Details',
    width: '5.5rem',
    align: 'right',
    cell: (entry) => (
      // Not alone in its cell: in a stack of a narrow window the name of the column stands beside it.
      <span>
        <IconButton icon="info" label={`Details of what ${nameInLog(entry.actor)} did`} onClick={() => onOpen(entry)} />
      </span>
    ),
  },
];
