import { displayEmail, type AuditEntry, type AuditUser } from '@portal/contract';
import { Link } from 'react-router';
import { detailEmail } from '../../../lib/audit-details.ts';
import { paths } from '../../../lib/paths.ts';

export const auditUserName = ({ email, nickname, userId }: AuditUser) =>
  email === null ? (nickname ?? userId) : displayEmail(email);

export function AuditUserLink(user: AuditUser) {
  return (
    <Link to={paths.adminUser(user.userId)} className="text-link">
      <bdi translate="no">{auditUserName(user)}</bdi>
    </Link>
  );
}

/**
 * The user that the action was about. An invitation is for an email, which need not have an account: only the details have
 * the email.
 */
export function AuditTarget({ subject, details }: Pick<AuditEntry, 'subject' | 'details'>) {
  if (subject && (subject.email !== null || subject.nickname !== null)) return <AuditUserLink {...subject} />;
  const name = detailEmail(details) ?? subject?.userId;
  return name === undefined ? 'a user' : <bdi translate="no">{name}</bdi>;
}

export function AuditWorkspaceLink({ workspace }: Pick<AuditEntry, 'workspace'>) {
  if (!workspace) return 'a workspace';
  return (
    <Link to={paths.adminWorkspace(workspace.workspaceId)} className="text-link">
      <bdi translate="no">{workspace.displayName ?? workspace.workspaceId}</bdi>
    </Link>
  );
}
