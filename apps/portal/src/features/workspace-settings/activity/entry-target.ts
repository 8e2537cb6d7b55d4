import { detailText, displayEmail, type WorkspaceAuditEntry } from '@portal/contract';
import { detailEmail } from '../../../lib/audit-details.ts';
import { paths } from '../../../lib/paths.ts';

/** A link to what an entry is about. */
export interface EntryTarget {
  readonly to: string;
  readonly label: string;
  /** For screen readers, which can list the links of the page. */
  readonly name: string | null;
}

/** The ids of what still exists. */
export interface ExistingTargets {
  readonly tokens: ReadonlySet<string>;
  readonly serviceAccounts: ReadonlySet<string>;
  readonly invitations: ReadonlySet<string>;
}

/** The link to what an entry is about. Undefined if it no longer exists, or has no page. */
export function targetOf(
  { subject, details }: WorkspaceAuditEntry,
  workspaceId: string,
  existing: ExistingTargets,
): EntryTarget | undefined {
  const exists = (ids: ReadonlySet<string>, detail: string) => ids.has(detailText(details, detail) ?? '');
  const name = detailText(details, 'name');
  if (exists(existing.tokens, 'tokenId'))
    return { to: paths.workspaceApiTokens(workspaceId), label: 'View token', name };
  if (exists(existing.serviceAccounts, 'serviceAccountId'))
    return { to: paths.workspaceApiTokens(workspaceId), label: 'View service account', name };
  if (exists(existing.invitations, 'invitationId'))
    return { to: paths.workspaceMembers(workspaceId), label: 'View invitation', name: detailEmail(details) };
  // Only a current member has an email here.
  if (subject !== null && subject.email !== null)
    return { to: paths.workspaceMembers(workspaceId), label: 'View member', name: displayEmail(subject.email) };
  return undefined;
}
