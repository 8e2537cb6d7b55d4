import type { AuditEntry, AuditUser } from '@portal/contract';
import { CopyableText, CopyBlock, DescriptionItem, DescriptionList, Modal, Timestamp } from '@portal/ui';
import { Link } from 'react-router';
import { actionLabel } from '../../../components/audit-actions.tsx';
import { isServiceAccount, portalName, serviceAccountName } from '../../../lib/audit-details.ts';
import { paths } from '../../../lib/paths.ts';
import { anyValue, filtersToSearch, type FilterValues } from './audit-filter-values.ts';
import { AuditActorLink, AuditUserLink, AuditWorkspaceLink, describeEntry } from './audit-links.tsx';
import { credentialLabel } from './credential-labels.ts';

const auditLogPath = (values: Partial<FilterValues>) =>
  `${paths.workspaceAdmin}?${new URLSearchParams({ section: 'audit-log', ...filtersToSearch(values) }).toString()}`;

export function AuditEntryModal({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { actor, subject, workspace } = entry;
  const filterLink = (values: Partial<FilterValues>, label: string) => (
    <Link to={auditLogPath(values)} className="text-link text-sm" onClick={onClose}>
      {label}
    </Link>
  );
  const userWithId = (user: AuditUser, copyLabel: string) => (
    <>
      <AuditUserLink {...user} />
      <CopyableText text={user.userId} label={copyLabel} />
    </>
  );
  return (
    <Modal
      open
      size="lg"
      title={actionLabel(entry.action)}
      description={
        <>
          <AuditActorLink actor={actor} /> <span>{describeEntry(entry)}</span>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
    >
      <DescriptionList>
        <DescriptionItem name="When">
          <Timestamp date={entry.occurredAt} relative="disabled" showTime />
        </DescriptionItem>
        <DescriptionItem name="Who">
          {actor === null && portalName}
          {actor !== null && isServiceAccount(actor) && (
            <>
              <bdi translate="no">{serviceAccountName(actor)}</bdi>
              <CopyableText text={actor.serviceAccountId} label="Copy service account ID" />
            </>
          )}
          {actor !== null && !isServiceAccount(actor) && (
            <>
              {userWithId(actor, 'Copy actor user ID')}
              {filterLink({ who: actor.userId, kind: anyValue }, 'All activity')}
            </>
          )}
        </DescriptionItem>
        {subject && (
          <DescriptionItem name="Target">
            {userWithId(subject, 'Copy target user ID')}
            {filterLink({ target: subject.userId }, 'All actions on this user')}
          </DescriptionItem>
        )}
        {workspace && (
          <DescriptionItem name="Workspace">
            <AuditWorkspaceLink workspace={workspace} />
            <CopyableText text={workspace.workspaceId} label="Copy workspace ID" />
            {filterLink({ workspace: workspace.workspaceId }, 'All actions in this workspace')}
          </DescriptionItem>
        )}
        <DescriptionItem name="Authenticated with">{credentialLabel(entry)}</DescriptionItem>
        <DescriptionItem name="From">
          <span translate="no" className="font-mono text-xs">
            {entry.ip ?? 'Unknown'}
          </span>
          {entry.userAgent !== null && <p className="text-sm text-secondary">{entry.userAgent}</p>}
        </DescriptionItem>
        <DescriptionItem name="Request ID">
          <CopyableText text={entry.requestId} label="Copy request ID" />
        </DescriptionItem>
        <DescriptionItem name="Entry ID">
          <CopyableText text={entry.id} label="Copy entry ID" />
        </DescriptionItem>
      </DescriptionList>
      <RawEntry {...entry} />
    </Modal>
  );
}

function RawEntry({ action, occurredAt, details }: Pick<AuditEntry, 'action' | 'occurredAt' | 'details'>) {
  const text = JSON.stringify({ action, occurredAt, details }, null, 2);
  return (
    <div className="mt-4">
      <CopyBlock label="Raw entry" text={text} copyLabel="Copy raw entry" />
    </div>
  );
}
