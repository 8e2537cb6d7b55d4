import type { AuditEntry, AuditPerson } from '@portal/contract';
import { Link } from 'react-router';
import { textIn } from '../../../api/audit-details.ts';
import { paths } from '../../../navigation/paths.ts';

/** What the log calls somebody: by their address while they have one. */
export const nameInLog = ({ email, nickname, userId }: AuditPerson) => email ?? nickname ?? userId;

/** Somebody within a sentence, and the way to all that staff see of them. */
export function Person(person: AuditPerson) {
  return (
    <Link to={paths.adminUser(person.userId)} className="text-link">
      <bdi>{nameInLog(person)}</bdi>
    </Link>
  );
}

/**
 * Whom it was done to. Who was invited stands there as a placeholder, which is gone once they have come: there is nothing to
 * lead to then, and only the line still has their address.
 */
export function Subject({ subject, details }: Pick<AuditEntry, 'subject' | 'details'>) {
  if (!subject) return 'somebody';
  const isThere = subject.email !== null || subject.nickname !== null;
  return isThere ? <Person {...subject} /> : <bdi>{textIn(details, 'email') ?? subject.userId}</bdi>;
}

/** What it was done to, and the way to all that staff see of it. */
export function About({ workspace }: Pick<AuditEntry, 'workspace'>) {
  if (!workspace) return 'a workspace';
  return (
    <Link to={paths.adminWorkspace(workspace.workspaceId)} className="text-link">
      <bdi>{workspace.displayName ?? workspace.workspaceId}</bdi>
    </Link>
  );
}
