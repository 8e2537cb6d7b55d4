import type { AuditEntry, AuditPerson } from '@portal/contract';
import { Timestamp, Truncate, type TableColumn } from '@portal/ui';
import { UserLink, WorkspaceLink } from './staff-links.tsx';

/** `quarantineUser` as words. */
const inWords = (action: string) => action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const Person = ({ userId, email, nickname }: AuditPerson) => (
  <UserLink userId={userId}>{email ?? nickname ?? userId}</UserLink>
);

function About({ workspace, subject }: AuditEntry) {
  return (
    <>
      {subject && <Person {...subject} />}
      {workspace && (
        <WorkspaceLink workspaceId={workspace.workspaceId}>
          {workspace.displayName ?? workspace.workspaceId}
        </WorkspaceLink>
      )}
    </>
  );
}

export const auditColumns: readonly TableColumn<AuditEntry>[] = [
  { key: 'when', header: 'When', width: '8rem', cell: ({ occurredAt }) => <Timestamp date={occurredAt} /> },
  { key: 'who', header: 'Who', cell: ({ actor }) => <Person {...actor} /> },
  { key: 'what', header: 'Did What', cell: ({ action }) => <Truncate>{inWords(action)}</Truncate> },
  { key: 'about', header: 'To Whom Or What', cell: (entry) => <About {...entry} /> },
  {
    key: 'ip',
    header: 'From',
    width: '9rem',
    cell: ({ ip, userAgent }) =>
      ip !== null && (
        <Truncate className="font-mono text-xs" full={userAgent ?? ip}>
          {ip}
        </Truncate>
      ),
  },
];
