import type { AuditEntry, AuditPerson } from '@portal/contract';
import { CopyableText, CopyButton, Fact, Facts, Modal, Timestamp } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../../navigation/paths.ts';
import { actLabel, sentenceOf } from './acts.ts';
import { searchOf, type FilterValues } from './audit-filter-values.ts';
import { About, Person } from './audit-names.tsx';
import { credentialName } from './credentials.ts';

const logOf = (values: Partial<FilterValues>) =>
  `${paths.workspaceAdmin}?${new URLSearchParams({ section: 'audit-log', ...searchOf(values) }).toString()}`;

/** All that the log keeps of an act, as it keeps it. */
export function AuditEntryModal({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { actor, subject, workspace } = entry;
  const more = (values: Partial<FilterValues>, label: string) => (
    <Link to={logOf(values)} className="text-link text-sm" onClick={onClose}>
      {label}
    </Link>
  );
  const person = (found: AuditPerson, what: string) => (
    <>
      <Person {...found} />
      <CopyableText text={found.userId} label={`Copy ${what}`} />
    </>
  );
  return (
    <Modal
      open
      size="lg"
      title={actLabel(entry.action)}
      description={
        <>
          <Person {...actor} /> {sentenceOf(entry)}
        </>
      }
      onOpenChange={(open) => !open && onClose()}
    >
      <Facts>
        <Fact name="When">
          <Timestamp date={entry.occurredAt} relative="disabled" size="extended" showTime />
          <p className="font-mono text-xs">{entry.occurredAt}</p>
        </Fact>
        <Fact name="Who">
          {person(actor, 'user ID of who did it')}
          {more({ who: actor.userId }, 'All that they did')}
        </Fact>
        {subject && (
          <Fact name="On whom">
            {person(subject, 'user ID of whom it was done to')}
            {more({ whom: subject.userId }, 'All that was done to them')}
          </Fact>
        )}
        {workspace && (
          <Fact name="Workspace">
            <About workspace={workspace} />
            <CopyableText text={workspace.workspaceId} label="Copy workspace ID" />
            {more({ workspace: workspace.workspaceId }, 'All that was done in it')}
          </Fact>
        )}
        <Fact name="Signed in by">{credentialName(entry.credential)}</Fact>
        <Fact name="From">
          <span className="font-mono text-xs">{entry.ip ?? 'Unknown'}</span>
          {entry.userAgent !== null && <p className="text-sm text-secondary">{entry.userAgent}</p>}
        </Fact>
        <Fact name="Request ID">
          <CopyableText text={entry.requestId} label="Copy request ID" />
        </Fact>
        <Fact name="Entry ID">
          <CopyableText text={entry.id} label="Copy entry ID" />
        </Fact>
      </Facts>
      <Raw action={entry.action} details={entry.details} />
    </Modal>
  );
}

function Raw({ action, details }: Pick<AuditEntry, 'action' | 'details'>) {
  const text = JSON.stringify({ action, details }, null, 2);
  return (
    <div className="mt-4 grid gap-1">
      <span className="flex items-center justify-between text-sm font-medium text-strong">
        As it is kept <CopyButton text={text} label="Copy what is kept" />
      </span>
      <pre
        // Arrow keys scroll the element that has the focus.
        tabIndex={0}
        role="group"
        aria-label="As it is kept"
        className="max-h-64 overflow-auto rounded-md border border-line p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </pre>
    </div>
  );
}
