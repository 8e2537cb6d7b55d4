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

type Ids = Pick<ReadonlySet<string>, 'has'>;

/** The ids of what still exists. */
export interface ExistingTargets {
  readonly tokens: Ids;
  readonly serviceAccounts: Ids;
  readonly invitations: Ids;
  readonly webhooks: Ids;
}

/** The link to what an entry is about. Undefined if it no longer exists, or has no page. */
export function targetOf(
  { subject, details }: WorkspaceAuditEntry,
  workspaceId: string,
  existing: ExistingTargets,
): EntryTarget | undefined {
  const existingId = (ids: Ids, detail: string) => {
    const id = detailText(details, detail);
    return id !== null && ids.has(id) ? id : undefined;
  };
  const tokenId = existingId(existing.tokens, 'tokenId');
  const serviceAccountId = existingId(existing.serviceAccounts, 'serviceAccountId');
  const invitationId = existingId(existing.invitations, 'invitationId');
  const name = detailText(details, 'name');
  if (tokenId) return { to: paths.workspaceApiToken(workspaceId, tokenId), label: 'View token', name };
  if (serviceAccountId)
    return { to: paths.workspaceServiceAccount(workspaceId, serviceAccountId), label: 'View service account', name };
  if (invitationId)
    return {
      to: paths.workspaceMember(workspaceId, invitationId),
      label: 'View invitation',
      name: detailEmail(details),
    };
  const webhookId = existingId(existing.webhooks, 'webhookId');
  if (webhookId)
    return { to: paths.workspaceWebhooks(workspaceId), label: 'View webhook', name: detailText(details, 'host') };
  // Only a current member has an email here.
  if (subject !== null && subject.email !== null)
    return {
      to: paths.workspaceMember(workspaceId, subject.userId),
      label: 'View member',
      name: displayEmail(subject.email),
    };
  return undefined;
}
