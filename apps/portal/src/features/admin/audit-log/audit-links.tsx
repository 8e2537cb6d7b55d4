import { displayEmail, type AuditActor, type AuditEntry, type AuditUser } from '@portal/contract';
import { Link } from 'react-router';
import { describeAction } from '../../../components/audit-actions.tsx';
import { detailEmail, isServiceAccount, portalName, serviceAccountName } from '../../../lib/audit-details.ts';
import { paths } from '../../../lib/paths.ts';

export const auditUserName = ({ email, nickname, userId }: AuditUser) =>
  email === null ? (nickname ?? userId) : displayEmail(email);

export function AuditUserLink(user: AuditUser) {
  return (
    <Link to={paths.adminUser(user.userId)} className="name-link">
      <bdi translate="no">{auditUserName(user)}</bdi>
    </Link>
  );
}

export function auditActorName(actor: AuditActor | null): string {
  if (actor === null) return portalName;
  return isServiceAccount(actor) ? serviceAccountName(actor) : auditUserName(actor);
}

/** Staff have no page about a service account. */
export function AuditActorLink({ actor }: { actor: AuditActor | null }) {
  if (actor === null) return portalName;
  return isServiceAccount(actor) ? <bdi translate="no">{serviceAccountName(actor)}</bdi> : <AuditUserLink {...actor} />;
}

/**
 * The user that the action was about. An invitation is for an email, which need not have an account: only the details have
 * the email.
 */
function AuditTarget({ subject, details }: Pick<AuditEntry, 'subject' | 'details'>) {
  if (subject && (subject.email !== null || subject.nickname !== null)) return <AuditUserLink {...subject} />;
  const name = detailEmail(details) ?? subject?.userId;
  return name === undefined ? 'a user' : <bdi translate="no">{name}</bdi>;
}

export function AuditWorkspaceLink({ workspace }: Pick<AuditEntry, 'workspace'>) {
  if (!workspace) return 'a workspace';
  return (
    <Link to={paths.adminWorkspace(workspace.workspaceId)} className="name-link">
      <bdi translate="no">{workspace.displayName ?? workspace.workspaceId}</bdi>
    </Link>
  );
}

/** The sentence of an entry, without its actor. */
export const describeEntry = (entry: AuditEntry) =>
  describeAction(entry, {
    target: <AuditTarget {...entry} />,
    workspace: <AuditWorkspaceLink {...entry} />,
    withTarget: (preposition) => (
      <>
        {' '}
        {preposition} <AuditTarget {...entry} />
      </>
    ),
    withWorkspace: (preposition) => (
      <>
        {' '}
        {preposition} <AuditWorkspaceLink {...entry} />
      </>
    ),
  });
