import type { AuditEntry, AuditPerson } from '@portal/contract';
import { Link } from '../../../navigation/link.tsx';
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

/** Whom it was done to. */
export function Subject({ subject }: Pick<AuditEntry, 'subject'>) {
  return subject ? <Person {...subject} /> : 'somebody';
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
