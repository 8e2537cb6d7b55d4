import { displayEmail, type AuditUser, type WorkspaceAuditEntry } from '@portal/contract';
import type { ReactNode } from 'react';
import { describeAction } from '../../../components/audit-actions.tsx';
import { detailEmail, isServiceAccount, serviceAccountName } from '../../../lib/audit-details.ts';

/** The audit log has no name for former members. */
const nameOf = (user: AuditUser | null) =>
  user?.email ? displayEmail(user.email) : (user?.nickname ?? 'a former member');

const joinOrLeaveActions: readonly string[] = [
  'acceptInvitation',
  'declineInvitation',
  'claimInvitation',
  'leaveWorkspace',
];

/** Entries about joining and leaving have the email in their details. */
function actorOf({ action, actor, token, details }: WorkspaceAuditEntry): string {
  if (actor && isServiceAccount(actor)) return serviceAccountName(actor);
  const name = (joinOrLeaveActions.includes(action) ? detailEmail(details) : null) ?? nameOf(actor);
  if (!token) return name;
  return token.name === null ? `${name} by an API token` : `${name} by the token “${token.name}”`;
}

/** The actor of an audit entry, and a description of the action. */
export function describeActivity(entry: WorkspaceAuditEntry): { actor: string; action: ReactNode } {
  const { bySupport, subject, details } = entry;
  const target = detailEmail(details) ?? nameOf(subject);
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
