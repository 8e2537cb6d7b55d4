import { actorEmail, displayEmail, subjectEmail, type AuditUser, type WorkspaceAuditEntry } from '@portal/contract';
import type { ReactNode } from 'react';
import { describeAction } from '../../../components/audit-actions.tsx';
import { isServiceAccount, portalName, serviceAccountName } from '../../../lib/audit-details.ts';

/** The audit log has no name for former members. */
const nameOf = (email: string | null, user: AuditUser | null) =>
  email ? displayEmail(email) : (user?.nickname ?? 'a former member');

function actorOf(entry: WorkspaceAuditEntry): string {
  const { actor, token } = entry;
  if (actor === null) return portalName;
  if (isServiceAccount(actor)) return serviceAccountName(actor);
  const name = nameOf(actorEmail(entry), actor);
  if (!token) return name;
  return token.name === null ? `${name} by an API token` : `${name} by the token “${token.name}”`;
}

/** The actor of an audit entry, and a description of the action. */
export function describeActivity(entry: WorkspaceAuditEntry): { actor: string; action: ReactNode } {
  const { bySupport, subject } = entry;
  const target = nameOf(subjectEmail(entry), subject);
  return {
    actor: bySupport ? 'Support' : actorOf(entry),
    action: describeAction(entry, {
      target,
      withTarget: (preposition) => (bySupport ? '' : ` ${preposition} ${target}`),
      workspace: 'the workspace',
      withWorkspace: () => '',
    }),
  };
}
