import { actorEmail, displayEmail, subjectEmail, type AuditUser, type WorkspaceAuditEntry } from '@portal/contract';
import type { ReactNode } from 'react';
import { describeAction } from '../../../components/audit-actions.tsx';
import { isServiceAccount, portalName, serviceAccountName } from '../../../lib/audit-details.ts';

/** The nicknames that name more than one user, in lower case. Those users are shown with their email addresses. */
export type SharedNames = Pick<ReadonlySet<string>, 'has'>;

const supportName = 'Support';

/** A nickname is free text: someone can choose the one of another member, or of support. */
export function sharedNames(entries: readonly WorkspaceAuditEntry[]): SharedNames {
  const idOf = new Map([supportName, portalName].map((name) => [name.toLowerCase(), '']));
  const shared = new Set<string>();
  for (const { actor, subject } of entries)
    for (const user of [actor, subject]) {
      if (!user || isServiceAccount(user) || user.nickname === null) continue;
      const name = user.nickname.toLowerCase();
      if ((idOf.get(name) ?? user.userId) !== user.userId) shared.add(name);
      else idOf.set(name, user.userId);
    }
  return shared;
}

/** The audit log has no name for former members. */
function nameOf(email: string | null, user: AuditUser | null, shared: SharedNames) {
  const nickname = user?.nickname ?? null;
  if (nickname === null) return email ? displayEmail(email) : 'a former member';
  return email && shared.has(nickname.toLowerCase()) ? `${nickname} (${displayEmail(email)})` : nickname;
}

function actorOf(entry: WorkspaceAuditEntry, shared: SharedNames): string {
  const { actor, token } = entry;
  if (actor === null) return portalName;
  if (isServiceAccount(actor)) return serviceAccountName(actor);
  const name = nameOf(actorEmail(entry), actor, shared);
  if (!token) return name;
  return token.name === null ? `${name} by an API token` : `${name} by the token “${token.name}”`;
}

/** The actor of an audit entry, and a description of the action. */
export function describeActivity(
  entry: WorkspaceAuditEntry,
  shared: SharedNames = sharedNames([entry]),
): { actor: string; action: ReactNode } {
  const { bySupport, subject } = entry;
  const target = nameOf(subjectEmail(entry), subject, shared);
  return {
    actor: bySupport ? supportName : actorOf(entry, shared),
    action: describeAction(entry, {
      target,
      withTarget: (preposition) => (bySupport ? '' : ` ${preposition} ${target}`),
      workspace: 'the workspace',
      withWorkspace: () => '',
    }),
  };
}
